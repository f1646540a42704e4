; What is guarded for a kernel that is SPMD now the main threads of generic kernels run without guards, in copies.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-avoid-faults,ompjit-avoid-faults,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%environment = type { { i8, i8, i8, i32, i32, i32, i32, i32, i32 }, ptr, ptr }
@spmd_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 0, i8 0, i8 3, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@generic_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 0, i8 0, i8 1, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

declare i32 @__kmpc_get_hardware_thread_id_in_block()
declare void @__kmpc_barrier_simple_spmd(ptr, i32)

; CHECK-LABEL: define ptx_kernel void @spmd(
; CHECK-NEXT:    call void @outer(ptr %place)
; CHECK-NEXT:    call void @unguarded(ptr %place)
define ptx_kernel void @spmd(ptr %place) {
  call void @outer(ptr %place)
  call void @unguarded(ptr %place)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @generic(
; CHECK-NEXT:    call void @outer.generic(ptr %place)
; CHECK-NEXT:    call void @inner.generic(ptr %place)
; CHECK-NEXT:    call void @unguarded(ptr %place)
define ptx_kernel void @generic(ptr %place) {
  call void @outer(ptr %place)
  call void @inner(ptr %place)
  call void @unguarded(ptr %place)
  ret void
}

; CHECK-LABEL: define hidden void @outer(
; CHECK-NEXT:    call void @inner(
define hidden void @outer(ptr %place) {
  call void @inner(ptr %place)
  ret void
}

; CHECK-LABEL: define internal void @inner(
; CHECK:         br i1 %first,
; CHECK:         call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
define internal void @inner(ptr %place) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %value = load i32, ptr %place
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  %next = add i32 %value, 1
  store i32 %next, ptr %place
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  %others = icmp ne i32 %thread, 0
  br i1 %others, label %end, label %again
again:
  store i32 0, ptr %place
  br label %end
end:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; CHECK-LABEL: define void @unguarded(
define void @unguarded(ptr %place) {
  store i32 1, ptr %place
  ret void
}

; CHECK-LABEL: define internal void @outer.generic(
; CHECK-NEXT:    call void @inner.generic(
; CHECK-LABEL: define internal void @inner.generic(
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         br i1 true,
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         br i1 false,
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         ret void
; CHECK-NOT:   .generic
