; LLVM's OpenMP optimiser lets all threads of a kernel that it makes SPMD set and copy what they share; of copies as stores, one thread makes each.
; RUN: opt -S %s -passes=openmp-opt,verify | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-copies-as-stores,function(sroa,early-cse),openmp-opt,ompjit-stores-as-copies,verify' | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-copies-as-stores,ompjit-stores-as-copies,verify' | FileCheck %s --check-prefix=BACK

target triple = "nvptx64-nvidia-cuda"

%environment = type { { i8, i8, i8, i32, i32, i32, i32, i32, i32 }, ptr, ptr }
@kernel_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 1, i8 0, i8 1, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@model = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; FAULT: @kernel_kernel_environment = {{.*}} { i8 0, i8 0, i8 3,
; CHECK: @kernel_kernel_environment = {{.*}} { i8 0, i8 0, i8 3,

; FAULT-NOT:     kmpc_barrier_simple_spmd
; FAULT:         call void @llvm.memset{{.*}} addrspace(3)

; CHECK-LABEL: define ptx_kernel void @kernel(
; Its own copy each thread makes.
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr align 4 %own, ptr align 16 @model, i64 16, i1 false)
; CHECK:         call i32 @__kmpc_get_hardware_thread_id_in_block()
; CHECK:       region.guarded:
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 addrspacecast (ptr addrspace(3) @{{.*}} to ptr), i8 0, i64 64, i1 false){{$}}
; CHECK-NOT:     memcpy
; CHECK:       region.barrier:
; CHECK-NEXT:    call void @__kmpc_barrier_simple_spmd(
; CHECK:       region.guarded{{.+}}:
; CHECK-NEXT:    call void @llvm.memmove.p0.p0.i64(ptr align 8 %out, ptr align 4 %in, i64 %length, i1 false), !tbaa.struct
; CHECK:         call void @__kmpc_barrier_simple_spmd(
; CHECK:         call void @__kmpc_parallel_60(
; CHECK-NOT:     ompjit
define ptx_kernel void @kernel(ptr %env, ptr %out, ptr %in, i64 %length) #0 {
; BACK-LABEL: define ptx_kernel void @kernel(
; BACK:         call void @llvm.memcpy.p0.p0.i64(ptr align 4 %own, ptr align 16 @model, i64 16, i1 false)
; BACK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 %shared, i8 0, i64 64, i1 false)
; BACK:         call void @llvm.memmove.p0.p0.i64(ptr align 8 %out, ptr align 4 %in, i64 %length, i1 false), !tbaa.struct
; BACK-NOT:     ompjit
  %array = alloca [1 x ptr]
  %own = alloca [4 x i32]
  %init = call i32 @__kmpc_target_init(ptr @kernel_kernel_environment, ptr %env)
  %main = icmp eq i32 %init, -1
  br i1 %main, label %region, label %exit
region:
  %shared = call align 16 ptr @__kmpc_alloc_shared(i64 64)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %own, ptr align 16 @model, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %shared, i8 0, i64 64, i1 false)
  call void @use(ptr %own)
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %out, ptr align 4 %in, i64 %length, i1 false), !tbaa.struct !2
  store ptr %shared, ptr %array
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @body, ptr @wrapper, ptr %array, i64 1, i32 0)
  call void @__kmpc_free_shared(ptr %shared, i64 64)
  call void @__kmpc_target_deinit()
  br label %exit
exit:
  ret void
}
define internal void @body(ptr %thread, ptr %bound, ptr %shared) {
  %old = atomicrmw add ptr %shared, i32 1 monotonic
  ret void
}
define internal void @wrapper(i16 %level, i32 %thread) {
  ret void
}

declare void @use(ptr) memory(read) nounwind willreturn
declare i32 @__kmpc_target_init(ptr, ptr)
declare void @__kmpc_target_deinit()
declare noalias ptr @__kmpc_alloc_shared(i64)
declare void @__kmpc_free_shared(ptr, i64)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)

attributes #0 = { "kernel" }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
!2 = !{i64 0, i64 16, !3}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5}
!5 = !{!"root"}
