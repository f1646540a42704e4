; What is known of a pointer goes over brokers as attributes; the address of a
; thread_local variable does not go over at all.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-propagate,verify' | FileCheck %s

declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)

@mine = internal thread_local global i32 0

define void @kernel(ptr %env, ptr align 64 dereferenceable(256) %p, ptr nonnull align 8 dereferenceable(16) %q) nofree nosync {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @threads, ptr %p, ptr @mine)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @threads, ptr %q, ptr @mine)
  ret void
}

; CHECK-LABEL: define internal void @threads(
; CHECK-SAME: ptr nonnull align 8 dereferenceable(16) %p, ptr
; CHECK-SAME: %t)
; CHECK-NEXT: store ptr %t, ptr %p
define internal void @threads(ptr %gtid, ptr %btid, ptr %p, ptr %t) {
  store ptr %t, ptr %p
  ret void
}

!0 = !{!1}
!1 = !{i64 2, i64 -1, i64 -1, i1 true}
