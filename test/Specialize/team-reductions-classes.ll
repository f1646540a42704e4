; The same for a class with a reduction of the program's own, whose values are copied, and which is set by a copy.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-team-reductions,verify' -S %s | FileCheck %s
; Nothing changes if combining the initial values with themselves would change them, or something unknown is called.
; DEFINE: %{kept} = opt -load-pass-plugin=%specialize_plugin -passes=ompjit-team-reductions -S | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/; combined in addition/store double 7.0, ptr %%p/' %s | %{kept}
; RUN: sed 's/; combined in addition/call void @to(ptr %%p, i32 0, ptr null)/' %s | %{kept}
; KEPT: call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(
; KEPT: call i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }
%place = type { double, i32 }
%record = type { %place }
@start = private constant %place { double 1.0e300, i32 -1 }

@__omp_offloading_sum_kernel_environment = weak_odr protected constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 8, i32 1024 }, ptr null, ptr null }

; CHECK-LABEL: define {{.*}} @__omp_offloading_sum(
; CHECK: call void @__kmpc_parallel_60(
; CHECK: call i32 @__ompjit_teams_reduce(ptr null, ptr null, i32 1024, i64 8, ptr %list, ptr @shuffle.teams, ptr @copy, ptr @to, ptr @into, ptr @from, ptr @out.of)
define weak_odr protected ptx_kernel void @__omp_offloading_sum(ptr %dyn, ptr %result, double %start, ptr %place) {
entry:
  %v = alloca %place, align 8
  %shared = alloca [3 x ptr], align 8
  %list = alloca [1 x ptr], align 8
  %state = call i32 @__kmpc_target_init(ptr @__omp_offloading_sum_kernel_environment, ptr %dyn)
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr @start, i64 16, i1 false)
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
  call void @llvm.memcpy.p0.p0.i64(ptr %result, ptr %v, i64 16, i1 false)
  br label %done
done:
  call void @llvm.lifetime.end.p0(ptr %v)
  ret void
}

; CHECK-LABEL: define internal void @region(
; CHECK-NOT: reduce_nowait
; CHECK: icmp eq i32 1, 1
define internal void @region(ptr %thread, ptr %bound, i64 %i, ptr %team, ptr %place) {
  %p = alloca %place, align 8
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
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %before = load double, ptr %team, align 8
  %mine = load double, ptr %p, align 8
  %less = fcmp olt double %mine, %before
  %better = select i1 %less, ptr %p, ptr %team
  call void @llvm.memcpy.p0.p0.i64(ptr %team, ptr %better, i64 16, i1 false)
  ; combined
  br label %done
done:
  ret void
}

define internal void @shuffle.region(ptr %list, i16 %lane, i16 %offset, i16 %algorithm) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %p = load ptr, ptr %list, align 8
  %bits = load i64, ptr %p, align 8, !alias.scope !0
  %moved = call i64 @__kmpc_shuffle_int64(i64 %bits, i16 %offset, i16 32)
  store i64 %moved, ptr %p, align 8
  ret void
}

define internal void @shuffle.teams(ptr %list, i16 %lane, i16 %offset, i16 %algorithm) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %p = load ptr, ptr %list, align 8
  %bits = load i64, ptr %p, align 8, !alias.scope !3
  %moved = call i64 @__kmpc_shuffle_int64(i64 %bits, i16 %offset, i16 32)
  store i64 %moved, ptr %p, align 8
  ret void
}

define internal void @out.of(ptr %buffer, i32 %index, ptr %list) {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %at = sext i32 %index to i64
  %from = getelementptr inbounds %record, ptr %buffer, i64 %at
  %p = load ptr, ptr %list, align 8
  %start = load double, ptr %p, align 8
  %mine = call double @llvm.minnum.f64(double %start, double %start)
  %other = load double, ptr %from, align 8
  %less = fcmp olt double %other, %mine
  %better = select i1 %less, ptr %from, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %better, i64 16, i1 false)
  ; combined in addition
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
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare double @llvm.minnum.f64(double, double)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{!4}
!4 = distinct !{!4, !5}
!5 = distinct !{!5}
