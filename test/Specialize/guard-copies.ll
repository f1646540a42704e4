; In kernels that an optimiser made SPMD one thread sets and copies what all share, at places that all come to.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes=ompjit-guard-copies,verify -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.ll -passes=ompjit-guard-copies,verify | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/; s/^  %own = alloca.*/%memory = alloca [64 x i8], addrspace(5)\n %own = addrspacecast ptr addrspace(5) %memory to ptr/' %s | \
; RUN:   opt -load-pass-plugin=%specialize_plugin -S -passes=ompjit-guard-copies,verify | FileCheck %s --check-prefix=AMD

target triple = "nvptx64-nvidia-cuda"

%environment = type { { i8, i8, i8, i32 }, ptr, ptr }
@__omp_offloading_made_kernel_environment = constant %environment { { i8, i8, i8, i32 } { i8 0, i8 0, i8 3, i32 1 }, ptr null, ptr null }
@__omp_offloading_spmd_kernel_environment = constant %environment { { i8, i8, i8, i32 } { i8 0, i8 0, i8 2, i32 1 }, ptr null, ptr null }
@shared = internal addrspace(3) global [64 x i8] poison

; CHECK-LABEL: define ptx_kernel void @__omp_offloading_made(
; CHECK-NEXT:    %own = alloca
; CHECK-NEXT:    call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK-NEXT:    %[[THREAD:.*]] = call i32 @__kmpc_get_hardware_thread_id_in_block()
; CHECK-NEXT:    %[[FIRST:.*]] = icmp eq i32 %[[THREAD]], 0
; CHECK-NEXT:    br i1 %[[FIRST]], label %[[WRITE:.*]], label %[[WAIT:.*]]
; CHECK:       [[WRITE]]:
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr addrspacecast (ptr addrspace(3) @shared to ptr), i8 0, i64 64, i1 false)
; CHECK-NEXT:    br label %[[WAIT]]
; CHECK:       [[WAIT]]:
; CHECK-NEXT:    call void @__kmpc_barrier_simple_spmd(ptr null, i32 %[[THREAD]])

; A thread's own variable, and what the optimiser guarded.
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 %length, i1 false)
; CHECK-NEXT:    %thread = call i32
; CHECK-NEXT:    %second = icmp
; CHECK-NEXT:    br
; CHECK:       guarded:
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %out, i8 1, i64 %length, i1 false)
; CHECK-NEXT:    br label %together

; A branch that all threads take alike.
; CHECK:       together:
; CHECK-NEXT:    br i1 %more, label %again, label %exit
; CHECK:       again:
; CHECK-NEXT:    call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK:         call void @llvm.memmove.p0.p0.i64(ptr %out, ptr %own, i64 %length, i1 false)

; What is found out when it runs.
; CHECK:         %either = select
; CHECK-NEXT:    call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK-NEXT:    call i32 @__kmpc_get_hardware_thread_id_in_block()
; CHECK-NEXT:    icmp eq
; CHECK-NEXT:    call i1 @llvm.nvvm.isspacep.local(ptr %either)
; CHECK-NEXT:    or i1
; CHECK:         call void @llvm.memset.p0.i64(ptr %either, i8 2, i64 %length, i1 false)
; CHECK-NOT:     barrier
; CHECK:         call void @__kmpc_barrier_simple_spmd(
; CHECK-NOT:     barrier
; AMD:         call i1 @llvm.amdgcn.is.private(ptr %either)
define ptx_kernel void @__omp_offloading_made(ptr %out, i64 %length, i1 %more) {
  %own = alloca [64 x i8]
  call void @llvm.memset.p0.i64(ptr addrspacecast (ptr addrspace(3) @shared to ptr), i8 0, i64 64, i1 false)
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 %length, i1 false)
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %second = icmp eq i32 %thread, 0
  br i1 %second, label %guarded, label %together
guarded:
  call void @llvm.memset.p0.i64(ptr %out, i8 1, i64 %length, i1 false)
  br label %together
together:
  br i1 %more, label %again, label %exit
again:
  call void @llvm.memmove.p0.p0.i64(ptr %out, ptr %own, i64 %length, i1 false)
  %either = select i1 %more, ptr %own, ptr %out
  call void @llvm.memset.p0.i64(ptr %either, i8 2, i64 %length, i1 false)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @__omp_offloading_spmd(
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    ret void
define ptx_kernel void @__omp_offloading_spmd(ptr %out) {
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 4, i1 false)
  ret void
}

declare i32 @__kmpc_get_hardware_thread_id_in_block()
