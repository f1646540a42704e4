; Threads of a loop over parallel regions keep their own results until the teams reduce them.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-team-reductions,verify' -S %s | FileCheck %s

; DEFINE: %{kept} = opt -load-pass-plugin=%specialize_plugin -passes=ompjit-team-reductions -S | FileCheck %s --check-prefix=KEPT
; Nothing changes where the order or number of the steps can be seen: the initial value counts more than once,
; RUN: sed 's/store double 0.0, ptr %%v/store double 5.0, ptr %%v/' %s | %{kept}
; RUN: sed 's/store double 0.0, ptr %%v/store double %%start, ptr %%v/' %s | %{kept}
; the other threads' results are in the team's copy,
; RUN: sed 's/i8 0, i8 0, i8 2/i8 0, i8 0, i8 3/' %s | %{kept}
; RUN: sed 's/i8 0, i8 0, i8 2/i8 1, i8 0, i8 1/' %s | %{kept}
; the copy is read between regions, or before they reduce, or its address is kept,
; RUN: sed 's/; in the loop/%%read = load double, ptr %%v/' %s | %{kept}
; RUN: sed 's/; in the region/%%read = load double, ptr %%team/' %s | %{kept}
; RUN: sed 's/; in the loop/store ptr %%v, ptr %%result/' %s | %{kept}
; it is set again,
; RUN: sed 's/; in the loop/store double 0.0, ptr %%v/' %s | %{kept}
; the region combines in another way than the teams,
; RUN: sed 's/fadd double %%mine, %%other/fmul double %%mine, %%other/' %s | %{kept}
; something else depends on the reduction, or it is done for something else as well.
; RUN: sed 's/; behind the region/store i32 %%won, ptr %%place/' %s | %{kept}
; RUN: sed 's/; combined/store double %%all, ptr %%place/' %s | %{kept}
; KEPT: call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(
; KEPT: call i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }
%record = type { double }

@__omp_offloading_sum_kernel_environment = weak_odr protected constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 8, i32 1024 }, ptr null, ptr null }

; CHECK-LABEL: define {{.*}} @__omp_offloading_sum(
; CHECK: call void @__kmpc_parallel_60(
; CHECK: call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 1024, i64 8, ptr %list, ptr @shuffle.teams, ptr @copy, ptr @to, ptr @into, ptr @from, ptr @out.of)
define weak_odr protected ptx_kernel void @__omp_offloading_sum(ptr %dyn, ptr %result, double %start, ptr %place) {
entry:
  %v = alloca double, align 8
  %shared = alloca [3 x ptr], align 8
  %list = alloca [1 x ptr], align 8
  %state = call i32 @__kmpc_target_init(ptr @__omp_offloading_sum_kernel_environment, ptr %dyn)
  call void @llvm.lifetime.start.p0(ptr %v)
  store double 0.0, ptr %v, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %lower = inttoptr i64 %i to ptr
  store ptr %lower, ptr %shared, align 8
  %second = getelementptr inbounds i8, ptr %shared, i64 8
  store ptr %v, ptr %second, align 8
  %third = getelementptr inbounds i8, ptr %shared, i64 16
  store ptr %place, ptr %third, align 8
  ; in the loop
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @region, ptr null, ptr %shared, i64 3, i32 0)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %reduce
reduce:
  store ptr %v, ptr %list, align 8
  %won = call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr null, ptr null, i32 1024, i64 8, ptr %list, ptr @shuffle.teams, ptr @copy, ptr @to, ptr @into, ptr @from, ptr @out.of)
  %is.one = icmp eq i32 %won, 1
  br i1 %is.one, label %combine, label %done
combine:
  %before = load double, ptr %result, align 8
  %sum = load double, ptr %v, align 8
  %all = fadd double %before, %sum
  store double %all, ptr %result, align 8
  br label %done
done:
  call void @llvm.lifetime.end.p0(ptr %v)
  ret void
}

; CHECK-LABEL: define internal void @region(
; CHECK-NOT: reduce_nowait
; CHECK: icmp eq i32 1, 1
define internal void @region(ptr %thread, ptr %bound, i64 %i, ptr %team, ptr %place) {
  %p = alloca double, align 8
  %list = alloca [1 x ptr], align 8
  %x = uitofp i64 %i to double
  store double %x, ptr %p, align 8
  store ptr %p, ptr %list, align 8
  ; in the region
  %won = call i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr null, i64 8, ptr %list, ptr @shuffle.region, ptr @copy)
  ; behind the region
  %is.one = icmp eq i32 %won, 1
  br i1 %is.one, label %combine, label %done
combine:
  %before = load double, ptr %team, align 8
  %sum = load double, ptr %p, align 8
  %all = fadd double %before, %sum
  store double %all, ptr %team, align 8
  ; combined
  br label %done
done:
  ret void
}

define internal void @shuffle.region(ptr %list, i16 %lane, i16 %offset, i16 %algorithm) {
  %p = load ptr, ptr %list, align 8
  %mine = load double, ptr %p, align 8
  %bits = bitcast double %mine to i64
  %moved = call i64 @__kmpc_shuffle_int64(i64 %bits, i16 %offset, i16 32)
  %other = bitcast i64 %moved to double
  %both = fadd double %mine, %other
  store double %both, ptr %p, align 8
  ret void
}

define internal void @shuffle.teams(ptr %list, i16 %lane, i16 %offset, i16 %algorithm) {
  %p = load ptr, ptr %list, align 8
  %1 = load double, ptr %p, align 8
  %2 = bitcast double %1 to i64
  %3 = call i64 @__kmpc_shuffle_int64(i64 %2, i16 %offset, i16 32)
  %4 = bitcast i64 %3 to double
  %5 = fadd double %1, %4
  store double %5, ptr %p, align 8
  ret void
}

define internal void @out.of(ptr %buffer, i32 %index, ptr %list) {
  %at = sext i32 %index to i64
  %from = getelementptr inbounds %record, ptr %buffer, i64 %at
  %p = load ptr, ptr %list, align 8
  %mine = load double, ptr %p, align 8
  %other = load double, ptr %from, align 8
  %both = fadd double %mine, %other
  store double %both, ptr %p, align 8
  ret void
}

declare i32 @__kmpc_target_init(ptr, ptr)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
declare i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr, i64, ptr, ptr, ptr)
declare i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr, ptr, i32, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare i64 @__kmpc_shuffle_int64(i64, i16, i16)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @copy(ptr, i32)
declare void @to(ptr, i32, ptr)
declare void @into(ptr, i32, ptr)
declare void @from(ptr, i32, ptr)
