; A kernel's teams construct gets a second way, without a league: a copy of its function that has all iterations of
; `distribute`, does not reduce between teams and limits its threads itself. Code that could tell the difference keeps its
; league.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-one-team,verify -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; A kernel that has a second way gets no third.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-one-team -S %t.ll -o - | FileCheck %s --check-prefix=AGAIN
; AGAIN-COUNT-1: call i32 @__ompjit_one_team(
; AGAIN-NOT: call i32 @__ompjit_one_team(

target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define void @kernel(
; CHECK: icmp ult i32 %teams, 2
; CHECK: icmp ne ptr @__ompjit_one_team, null
; CHECK: [[THREADS:%.*]] = call i32 @__ompjit_one_team(i32 %teams, i32 %limit)
; CHECK: icmp sgt i32 [[THREADS]], 0
; CHECK: store i32 [[THREADS]], ptr [[LIMIT:%.*]], align
; CHECK: [[MOST:%.*]] = load i32, ptr [[LIMIT]]
; CHECK-NEXT: store i32 [[MOST]], ptr [[ASK:%.*]], align
; CHECK-NOT: __kmpc_for_static
; CHECK-NOT: __kmpc_reduce
; CHECK: [[WANTED:%.*]] = load i32, ptr %data
; CHECK: [[LOWER:%.*]] = load i32, ptr %lower
; CHECK: [[UPPER:%.*]] = load i32, ptr %upper
; CHECK: [[LESS:%.*]] = sub i32 [[UPPER]], [[LOWER]]
; CHECK: [[COUNT:%.*]] = add i32 [[LESS]], 1
; CHECK: store i32 [[COUNT]], ptr %stride
; CHECK: store i32 1, ptr %last
; CHECK: [[IS:%.*]] = icmp sgt i32 [[WANTED]], 0
; CHECK: [[FITS:%.*]] = icmp slt i32 [[WANTED]], [[MOST]]
; CHECK: [[BOTH:%.*]] = and i1 [[IS]], [[FITS]]
; CHECK: [[NEXT:%.*]] = select i1 [[BOTH]], i32 [[WANTED]], i32 [[MOST]]
; CHECK: store i32 [[NEXT]], ptr [[ASK]]
; CHECK: [[FIRST:%.*]] = load i32, ptr [[ASK]]
; CHECK-NEXT: call void @__kmpc_push_num_threads(ptr null, i32 {{.*}}, i32 [[FIRST]])
; CHECK-NEXT: store i32 [[MOST]], ptr [[ASK]]
; CHECK-NEXT: @__kmpc_fork_call
; CHECK: @__kmpc_push_num_threads
; CHECK: @__kmpc_fork_call
; CHECK-NOT: __kmpc_for_static
; CHECK: store i32 1, ptr %data
; CHECK-NOT: __kmpc_end_reduce
; CHECK: league:
; CHECK-NEXT: call void @__kmpc_push_num_teams(ptr null, i32 0, i32 %teams, i32 %limit)
; CHECK-NEXT: @__kmpc_fork_teams(
define void @kernel(i32 %teams, i32 %limit, ptr %data) {
  call void @__kmpc_push_num_teams(ptr null, i32 0, i32 %teams, i32 %limit)
  %p = getelementptr i8, ptr %data, i64 0
  call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 1, ptr @task, ptr %data)
  ret void
}

define internal void @task(ptr %thread, ptr %bound, ptr %data) {
  %last = alloca i32
  %lower = alloca i32
  %upper = alloca i32
  %stride = alloca i32
  %number = load i32, ptr %thread
  %wanted = load i32, ptr %data
  store i32 5, ptr %lower
  store i32 99, ptr %upper
  call void @__kmpc_for_static_init_4(ptr null, i32 %number, i32 92, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
  call void @__kmpc_push_num_threads(ptr null, i32 %number, i32 %wanted)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @region, ptr %data)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @region, ptr %data)
  call void @__kmpc_for_static_fini(ptr null, i32 %number)
  %done = call i32 @__kmpc_reduce_nowait(ptr null, i32 %number, i32 1, i64 8, ptr %data, ptr @combine, ptr null)
  store i32 %done, ptr %data
  call void @__kmpc_end_reduce_nowait(ptr null, i32 %number, ptr null)
  ret void
}

define internal void @region(ptr %thread, ptr %bound, ptr %data) {
  %f = call double @sin(double 1.0)
  store double %f, ptr %data
  call void @__kmpc_barrier(ptr null, i32 0)
  ret void
}

define internal void @combine(ptr %a, ptr %b) {
  ret void
}

; These keep their leagues.
; CHECK-LABEL: define void @asks_kernel(
; CHECK-NEXT: @__kmpc_fork_teams
define void @asks_kernel(ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 1, ptr @asks, ptr %data)
  ret void
}
define internal void @asks(ptr %thread, ptr %bound, ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @asks_region, ptr %data)
  ret void
}
define internal void @asks_region(ptr %thread, ptr %bound, ptr %data) {
  %limit = call i32 @omp_get_thread_limit()
  store i32 %limit, ptr %data
  ret void
}

; CHECK-LABEL: define void @nested_kernel(
; CHECK-NEXT: @__kmpc_fork_teams
define void @nested_kernel(ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 1, ptr @nested, ptr %data)
  ret void
}
define internal void @nested(ptr %thread, ptr %bound, ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @nested_region, ptr %data)
  ret void
}
define internal void @nested_region(ptr %thread, ptr %bound, ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @region, ptr %data)
  ret void
}

; CHECK-LABEL: define void @chunks_kernel(
; CHECK-NEXT: @__kmpc_fork_teams
define void @chunks_kernel(ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 1, ptr @chunks, ptr %data)
  ret void
}
define internal void @chunks(ptr %thread, ptr %bound, ptr %data) {
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 91, ptr %data, ptr %data, ptr %data, ptr %data, i32 1, i32 7)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @region, ptr %data)
  ret void
}

; CHECK-LABEL: define void @calls_kernel(
; CHECK-NEXT: @__kmpc_fork_teams
define void @calls_kernel(ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 1, ptr @calls, ptr %data)
  ret void
}
define internal void @calls(ptr %thread, ptr %bound, ptr %data) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @calls_region, ptr %data)
  ret void
}
define internal void @calls_region(ptr %thread, ptr %bound, ptr %data) {
  call void @elsewhere()
  ret void
}

declare void @__kmpc_push_num_teams(ptr, i32, i32, i32)
declare void @__kmpc_fork_teams(ptr, i32, ptr, ...)
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_push_num_threads(ptr, i32, i32)
declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @__kmpc_reduce_nowait(ptr, i32, i32, i64, ptr, ptr, ptr)
declare void @__kmpc_end_reduce_nowait(ptr, i32, ptr)
declare void @__kmpc_barrier(ptr, i32)
declare i32 @omp_get_thread_limit()
declare double @sin(double)
declare void @elsewhere()

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"openmp-device", i32 51}
