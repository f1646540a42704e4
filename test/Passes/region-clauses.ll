; Threads of a team wait for each other where they have read from memory whether or by how many a region is run.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-region-clauses,verify | FileCheck %s
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-region-clauses,ompjit-region-clauses,verify | FileCheck %s
; RUN: sed 's/i8 0, i8 0, i8 2/i8 0, i8 0, i8 3/' %s | opt -load-pass-plugin=%clang_passes -S -passes=ompjit-region-clauses | FileCheck %s --check-prefix=GENERIC

target triple = "amdgcn-amd-amdhsa"

%Configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%Environment = type { %Configuration, ptr, ptr }
@__omp_offloading_k_kernel_environment = protected addrspace(1) constant %Environment { %Configuration { i8 0, i8 0, i8 2, i32 1, i32 64, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

; GENERIC-NOT: call void @__kmpc_barrier_simple_spmd

; CHECK-LABEL: define protected amdgpu_kernel void @__omp_offloading_k(
; What is no value of memory's needs no wait.
; CHECK: %sum = add
; CHECK-NEXT: call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 %sum,
; CHECK: %wanted = zext
; CHECK-NEXT: call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK-NEXT: call void @__kmpc_parallel_60(ptr null, i32 0, i32 %wanted, i32 -1,
; CHECK: %either = phi
; CHECK-NEXT: call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK-NEXT: call void @__kmpc_parallel_51(ptr null, i32 0, i32 1, i32 %either,
; CHECK-NOT: call void @__kmpc_barrier_simple_spmd
; CHECK: }
define protected amdgpu_kernel void @__omp_offloading_k(ptr %p, i32 %n) {
entry:
  %sum = add i32 %n, 1
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 %sum, i32 -1, ptr @body, ptr null, ptr null, i64 0, i32 0)
  %value = load i32, ptr %p
  %positive = icmp sgt i32 %value, 0
  %wanted = zext i1 %positive to i32
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 %wanted, i32 -1, i32 -1, ptr @body, ptr null, ptr null, i64 0, i32 0)
  br i1 %positive, label %then, label %end
then:
  br label %end
end:
  %either = phi i32 [ 32, %entry ], [ 64, %then ]
  call void @__kmpc_parallel_51(ptr null, i32 0, i32 1, i32 %either, i32 -1, ptr @body, ptr null, ptr null, i64 0)
  call void @k_debug__(ptr %p)
  ret void
}

; The kernel's code with debug information.
; CHECK-LABEL: define internal void @k_debug__(
; CHECK: call void @__kmpc_barrier_simple_spmd
define internal void @k_debug__(ptr %p) {
  %value = load i32, ptr %p
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 %value, i32 -1, ptr @body, ptr null, ptr null, i64 0, i32 0)
  ret void
}

; Who calls it is not known.
; CHECK-LABEL: define void @function(
; CHECK-NOT: call void @__kmpc_barrier_simple_spmd
define void @function(ptr %p) {
  %value = load i32, ptr %p
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 %value, i32 -1, ptr @body, ptr null, ptr null, i64 0, i32 0)
  ret void
}

define internal void @body(ptr %thread, ptr %bound) {
  ret void
}

declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
declare void @__kmpc_parallel_51(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64)
