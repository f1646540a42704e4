; Only what all call sites agree on goes into a function, and a function whose
; address is data keeps all its arguments.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-propagate,verify' | FileCheck %s

declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)

@table = constant [1 x ptr] [ptr @data]

define void @kernel(ptr %env, ptr %p) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 3, ptr @threads, i64 1, i64 5, i64 poison)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 3, ptr @threads, i64 2, i64 5, i64 9)
  call void @data(i64 1)
  ret void
}

; CHECK-LABEL: define internal void @threads(
; CHECK: call void @use(i64 %differs)
; CHECK: call void @use(i64 5)
; An undefined value agrees with any.
; CHECK: call void @use(i64 9)
define internal void @threads(ptr %gtid, ptr %btid, i64 %differs, i64 %same, i64 %maybe) {
  call void @use(i64 %differs)
  call void @use(i64 %same)
  call void @use(i64 %maybe)
  ret void
}

; CHECK-LABEL: define internal void @data(
; CHECK: call void @use(i64 %n)
define internal void @data(i64 %n) {
  call void @use(i64 %n)
  ret void
}

; The runtime passes the thread ids; what it calls with them is not known.
; CHECK-LABEL: define void @ids(
; CHECK: @__kmpc_fork_call
define void @ids() {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @idthread)
  ret void
}

; CHECK-LABEL: define internal void @idthread(
; CHECK: load i32, ptr %gtid
define internal void @idthread(ptr %gtid, ptr %btid) {
  %id = load i32, ptr %gtid
  %id64 = zext i32 %id to i64
  call void @use(i64 %id64)
  ret void
}

declare void @use(i64)

!0 = !{!1}
!1 = !{i64 2, i64 -1, i64 -1, i1 true}
