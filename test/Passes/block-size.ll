; The blocks of a generic kernel have room for the main thread's warp, and spill
; no register so that more of them run at a time.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-block-size,verify -S %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }

@generic_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 1, i32 1, i32 64, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@large_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 1, i32 1, i32 1024, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@asks_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 1, i32 1, i32 64, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@spmd_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 2, i32 1, i32 64, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@became_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 3, i32 1, i32 64, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@beyond_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 2, i32 1, i32 2048, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@one_kernel_environment = weak_odr constant %environment { %configuration { i8 1, i8 0, i8 3, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

; CHECK: void @generic() #[[#GENERIC:]]
define ptx_kernel void @generic() #0 {
  ret void
}
; No block is larger.
; CHECK: void @large() #[[#LARGE:]]
define ptx_kernel void @large() #1 {
  ret void
}
; CHECK: void @spmd() #[[#SPMD:]]
define ptx_kernel void @spmd() #0 {
  ret void
}
; Its room is not needed any more.
; CHECK: void @became() #[[#SPMD]]
define ptx_kernel void @became() #2 {
  ret void
}
; Other languages' kernels are left alone.
; CHECK: void @other() #[[#SPMD]]
define ptx_kernel void @other() #0 {
  ret void
}

; A bound of one is all that there can be; ptxas refuses both attributes.
; CHECK: void @one() #[[#ONE:]]
define ptx_kernel void @one() #3 {
  ret void
}

; Who asks for blocks gets them.
; CHECK: void @asks() #[[#ASKS:]]
define ptx_kernel void @asks() #4 {
  ret void
}

; More than a block can hold, as thread_limit(2048) asks for.
; CHECK: void @beyond() #[[#BEYOND:]]
define ptx_kernel void @beyond() #5 {
  ret void
}

; CHECK-DAG: attributes #[[#BEYOND]] = { "nvvm.maxntid"="1024" }
; CHECK-DAG: attributes #[[#ONE]] = { "nvvm.reqntid"="1" }
; CHECK-DAG: attributes #[[#GENERIC]] = { "nvvm.maxntid"="96" "nvvm.minctasm"="1" }
; CHECK-DAG: attributes #[[#LARGE]] = { "nvvm.maxntid"="1024" "nvvm.minctasm"="1" }
; CHECK-DAG: attributes #[[#ASKS]] = { "nvvm.maxntid"="96" "nvvm.minctasm"="4" }
; CHECK-DAG: attributes #[[#SPMD]] = { "nvvm.maxntid"="64" }
attributes #0 = { "nvvm.maxntid"="64" }
attributes #1 = { "nvvm.maxntid"="1000" }
attributes #2 = { "nvvm.maxntid"="96" "nvvm.minctasm"="1" }
attributes #3 = { "nvvm.maxntid"="33" }
attributes #4 = { "nvvm.maxntid"="64" "nvvm.minctasm"="4" }
attributes #5 = { "nvvm.maxntid"="2048" }
