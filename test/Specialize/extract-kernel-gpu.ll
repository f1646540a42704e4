; On a GPU the image of a kernel holds what the plugin reads of it, the slots lie
; where globals lie, and memory of a team is the image's own.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-extract<kernel;__omp_offloading_k>' -S < %s | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-extract<base;__omp_offloading_k>' -S < %s | FileCheck %s --check-prefix=BASE

; CHECK: @__omp_offloading_k_dynamic_environment = protected addrspace(1) global i16 0
; CHECK: @__omp_offloading_k_kernel_environment = protected {{.*}}addrspace(1) constant { i8, ptr }
; CHECK-NOT: @counter
; CHECK: @team = internal addrspace(3) global i32 poison
; CHECK-NOT: @counter
; CHECK: @__omp_jit_slots = {{.*}}addrspace(1) global [1 x ptr] zeroinitializer
; CHECK: define protected amdgpu_kernel void @__omp_offloading_k
; CHECK: load ptr addrspace(1), ptr addrspace(1) @__omp_jit_slots
; CHECK-NOT: @counter

; BASE-NOT: __omp_offloading
; BASE: @counter = protected addrspace(1) global i32 1
; BASE-NOT: __omp_offloading

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@__omp_offloading_k_dynamic_environment = protected addrspace(1) global i16 0
@__omp_offloading_k_kernel_environment = protected addrspace(1) constant { i8, ptr } { i8 2, ptr addrspacecast (ptr addrspace(1) @__omp_offloading_k_dynamic_environment to ptr) }
@team = internal addrspace(3) global i32 poison
@counter = protected addrspace(1) global i32 1

define protected amdgpu_kernel void @__omp_offloading_k(ptr %env) {
  %value = load i32, ptr addrspace(1) @counter
  store i32 %value, ptr addrspace(3) @team
  ret void
}
