; Constants go through fork_teams and fork_call, one in the other, also where a
; mask or a conversion stands in between.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-scalars<kernel;0=100>,ompjit-propagate,verify' \
; RUN:   | FileCheck %s

declare !callback !0 void @__kmpc_fork_teams(ptr, i32, ptr, ...)
declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)

; CHECK-LABEL: define void @kernel(
; CHECK: call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 2, ptr @teams, i64 100, ptr %p)
define void @kernel(ptr %env, i64 %n, ptr %p) {
  %n.low = and i64 %n, 4294967295
  call void (ptr, i32, ptr, ...) @__kmpc_fork_teams(ptr null, i32 2, ptr @teams, i64 %n.low, ptr %p)
  ret void
}

; CHECK-LABEL: define internal void @teams(
; CHECK: call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @threads, i64 101, ptr %p)
define internal void @teams(ptr %gtid, ptr %btid, i64 %n, ptr %p) {
  %n.i32 = trunc i64 %n to i32
  %next = add nsw i32 %n.i32, 1
  %next.i64 = zext i32 %next to i64
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @threads, i64 %next.i64, ptr %p)
  ret void
}

; CHECK-LABEL: define internal void @threads(
; CHECK: call void @helper(i64 101, ptr %p)
define internal void @threads(ptr %gtid, ptr %btid, i64 %n, ptr %p) {
  call void @helper(i64 %n, ptr %p)
  ret void
}

; CHECK-LABEL: define internal void @helper(
; CHECK-NEXT: store i64 101, ptr %p
define internal void @helper(i64 %n, ptr %p) {
  store i64 %n, ptr %p
  ret void
}

!0 = !{!1}
!1 = !{i64 2, i64 -1, i64 -1, i1 true}
