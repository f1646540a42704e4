; The optimiser would give all calls of a recursive function one variable in shared memory.
; RUN: opt -S %s -passes=openmp-opt,verify | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-hide-recursive-variables,openmp-opt,ompjit-show-recursive-variables,verify' | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%environment = type { { i8, i8, i8, i32, i32, i32, i32, i32, i32 }, ptr, ptr }
@kernel_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 1, i8 0, i8 1, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

; FAULT-NOT: call {{.*}}@__kmpc_alloc_shared

; CHECK-LABEL: define internal void @again(
; CHECK:         call {{.*}}ptr @__kmpc_alloc_shared(i64 4)
; CHECK:         call void @__kmpc_free_shared(
; CHECK-LABEL: define internal void @once(
; CHECK-NOT:     __kmpc_alloc_shared
; CHECK:         ret void
; CHECK-NOT:   ompjit
define ptx_kernel void @kernel(ptr %env, i32 %depth) #0 {
  %init = call i32 @__kmpc_target_init(ptr @kernel_kernel_environment, ptr %env)
  %main = icmp eq i32 %init, -1
  br i1 %main, label %region, label %exit
region:
  call void @again(i32 %depth)
  call void @once()
  call void @__kmpc_target_deinit()
  br label %exit
exit:
  ret void
}
define internal void @again(i32 %depth) noinline {
  %array = alloca [1 x ptr]
  %shared = call align 16 ptr @__kmpc_alloc_shared(i64 4)
  store i32 %depth, ptr %shared
  %more = icmp sgt i32 %depth, 0
  br i1 %more, label %deeper, label %here
deeper:
  %next = sub i32 %depth, 1
  call void @again(i32 %next)
  br label %here
here:
  store ptr %shared, ptr %array
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @body, ptr @wrapper, ptr %array, i64 1, i32 0)
  call void @__kmpc_free_shared(ptr %shared, i64 4)
  ret void
}
define internal void @once() noinline {
  %array = alloca [1 x ptr]
  %shared = call align 16 ptr @__kmpc_alloc_shared(i64 4)
  store ptr %shared, ptr %array
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @body, ptr @wrapper, ptr %array, i64 1, i32 0)
  call void @__kmpc_free_shared(ptr %shared, i64 4)
  ret void
}
define internal void @body(ptr %thread, ptr %bound, ptr %shared) {
  %old = atomicrmw add ptr %shared, i32 1 monotonic
  ret void
}
define internal void @wrapper(i16 %level, i32 %thread) {
  ret void
}

declare i32 @__kmpc_target_init(ptr, ptr)
declare void @__kmpc_target_deinit()
declare noalias ptr @__kmpc_alloc_shared(i64)
declare void @__kmpc_free_shared(ptr, i64)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)

attributes #0 = { "kernel" }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
