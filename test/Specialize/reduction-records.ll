; Teams get more records than clang's 1024 for their reductions, in calls and in the kernel's environment; another number is the program's.
; DEFINE: %{opt} = opt -load-pass-plugin=%specialize_plugin -passes='ompjit-reduction-records,verify' -S
; RUN: %{opt} %s | FileCheck %s --check-prefixes=CHECK,MORE
; RUN: sed 's/i32 1024/i32 77/' %s | %{opt} | FileCheck %s --check-prefixes=CHECK,KEPT

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }

; Something of the program's that looks like one stays.
; CHECK: @other_kernel_environment = constant {{.*}} i32 8, i32 {{1024|77}} }, ptr null, ptr null }
@other_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 0, i32 0, i32 0, i32 0, i32 8, i32 1024 }, ptr null, ptr null }
; MORE: @__omp_offloading_sums_l1_kernel_environment = constant {{.*}} i32 8, i32 4096 }, ptr null, ptr @__omp_offloading_sums_l1_dynamic_environment }
; KEPT: @__omp_offloading_sums_l1_kernel_environment = constant {{.*}} i32 8, i32 77 }, ptr null, ptr @__omp_offloading_sums_l1_dynamic_environment }
@__omp_offloading_sums_l1_dynamic_environment = global i16 0
@__omp_offloading_sums_l1_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 0, i32 0, i32 0, i32 0, i32 8, i32 1024 }, ptr null, ptr @__omp_offloading_sums_l1_dynamic_environment }
; A kernel without reductions has none.
; CHECK: @__omp_offloading_plain_l2_kernel_environment = constant {{.*}} i32 0, i32 0 }, ptr null, ptr null }
@__omp_offloading_plain_l2_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@__omp_offloading_zero_l3_kernel_environment = constant %environment zeroinitializer
@__omp_offloading_elsewhere_l4_kernel_environment = external constant %environment

declare i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr, ptr, i32, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare i32 @__ompjit_teams_reduce(ptr, ptr, i32, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr)

define ptx_kernel void @__omp_offloading_sums_l1(ptr %environment, ptr %list, i32 %n) {
; MORE: call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr null, ptr null, i32 4096, i64 1024, ptr %list,
; KEPT: call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr null, ptr null, i32 77, i64 1024, ptr %list,
  %1 = call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr null, ptr null, i32 1024, i64 1024, ptr %list, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null)
; MORE: call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 4096, i64 1024, ptr %list,
; KEPT: call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 77, i64 1024, ptr %list,
  %2 = call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 1024, i64 1024, ptr %list, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null)
; CHECK: call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 %n, i64 8, ptr %list,
  %3 = call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 %n, i64 8, ptr %list, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}
