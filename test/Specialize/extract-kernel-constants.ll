; Constant memory of NVIDIA's GPUs is an image's own: what another image has there is read where the driver says it is,
; in global memory.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-extract<kernel;__omp_offloading_k>' -S < %s | FileCheck %s

; CHECK: @__omp_jit_slots = {{.*}}global [1 x ptr] zeroinitializer
; CHECK: define protected ptx_kernel void @__omp_offloading_k
; CHECK: %[[ADDRESS:.*]] = load ptr addrspace(1), ptr {{.*}}@__omp_jit_slots
; CHECK: load i32, ptr addrspace(1) %[[ADDRESS]]
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr addrspace(1) %[[ADDRESS]], i64 4
; CHECK: load volatile i32, ptr addrspace(1) %[[SECOND]]
; CHECK: addrspacecast ptr addrspace(1) %[[ADDRESS]] to ptr
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr %to, ptr addrspace(1) %[[ADDRESS]], i64 8
; CHECK-NOT: addrspace(4)
; CHECK: ret void

target triple = "nvptx64-nvidia-cuda"

@__omp_offloading_k_dynamic_environment = protected addrspace(1) global i16 0
@__omp_offloading_k_kernel_environment = protected addrspace(1) constant { i8, ptr } { i8 2, ptr addrspacecast (ptr addrspace(1) @__omp_offloading_k_dynamic_environment to ptr) }
@facts = protected addrspace(4) externally_initialized constant [2 x i32] zeroinitializer

declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)

define protected ptx_kernel void @__omp_offloading_k(ptr %env, ptr %to) {
  %first = load i32, ptr addrspace(4) @facts
  %second = load volatile i32, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @facts, i64 4)
  %sum = add i32 %first, %second
  store i32 %sum, ptr %to
  store ptr addrspacecast (ptr addrspace(4) @facts to ptr), ptr %to
  call void @llvm.memcpy.p0.p4.i64(ptr %to, ptr addrspace(4) @facts, i64 8, i1 false)
  ret void
}

define protected ptx_kernel void @__omp_offloading_other(ptr %env, ptr %to) {
  %first = load i32, ptr addrspace(4) @facts
  store i32 %first, ptr %to
  ret void
}
