; Loops that read where arrays say prefetch these places for later iterations, if nothing can go wrong by it.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-indirect-prefetch<3>,verify' -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-indirect-prefetch<0>,verify' -S %s | FileCheck %s --check-prefix=COSTS
; RUN: not opt -load-pass-plugin=%specialize_plugin -passes='ompjit-indirect-prefetch<far>' -S %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: sed 's/x86_64-pc-linux-gnu/nvptx64-nvidia-cuda/' %s | opt -load-pass-plugin=%specialize_plugin -passes='ompjit-indirect-prefetch<3>' -S | FileCheck %s --check-prefix=ELSEWHERE
; REFUSED: unknown pass name 'ompjit-indirect-prefetch<far>'
; ELSEWHERE-NOT: prefetch
; An iteration that is so short overlaps with the next ones anyway.
; COSTS-LABEL: define double @gather(
; COSTS-NOT: prefetch
; COSTS-LABEL: define

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The place of the last iteration is read again rather than one behind it.
; CHECK-LABEL: define double @gather(
; CHECK: [[LAST:%.*]] = add i64 %n, -1
; CHECK: [[I:%.*]] = phi i64
; CHECK: [[LATER:%.*]] = add i64 {{%.*}}, 3
; CHECK: [[THEN:%.*]] = call i64 @llvm.umin.i64(i64 [[LATER]], i64 [[LAST]])
; CHECK: [[AHEAD:%.*]] = load i32
; CHECK: sext i32 [[AHEAD]] to i64
; CHECK: call void @llvm.prefetch.p0(ptr {{%.*}}, i32 0, i32 3, i32 1)
; CHECK-NOT: prefetch
; CHECK: ret double
define double @gather(ptr %table, ptr %index, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %p = getelementptr inbounds i32, ptr %index, i64 %i
  %k = load i32, ptr %p
  %place = sext i32 %k to i64
  %q = getelementptr inbounds double, ptr %table, i64 %place
  %v = load double, ptr %q
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %more
}

; Three reads lead to each other, the last of 80 bytes: the steps before it are prefetched earlier, so that they are
; there when it is.
; CHECK-LABEL: define double @chain(
; CHECK: add i64 {{%.*}}, 3
; CHECK: call void @llvm.prefetch.p0(
; CHECK: call void @llvm.prefetch.p0(
; CHECK: add i64 {{%.*}}, 6
; CHECK: call void @llvm.prefetch.p0(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @chain(ptr noalias %table, ptr noalias %first, ptr noalias %second, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %p = getelementptr inbounds i64, ptr %first, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds i64, ptr %second, i64 %k
  %l = load i64, ptr %q
  %r = getelementptr inbounds [10 x double], ptr %table, i64 %l
  %v = load double, ptr %r
  %s = getelementptr inbounds i8, ptr %r, i64 72
  %w = load double, ptr %s
  %both = fadd double %v, %w
  %more = fadd double %sum, %both
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %more
}

; What an iteration writes may be what leads a later one to its place, which is not one of the array's before that. The
; first step's place is one of the loop's in any case.
; CHECK-LABEL: define double @written(
; CHECK: add i64 {{%.*}}, 3
; CHECK: [[ONLY:%.*]] = load i64
; CHECK-NOT: load
; CHECK: call void @llvm.prefetch.p0(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @written(ptr %table, ptr %first, ptr %second, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %p = getelementptr inbounds i64, ptr %first, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds i64, ptr %second, i64 %k
  %l = load i64, ptr %q
  %r = getelementptr inbounds double, ptr %table, i64 %l
  %v = load double, ptr %r
  store i64 0, ptr %p
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %more
}

; The loop may end before the iterations that would be read ahead.
; CHECK-LABEL: define double @leaves(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @leaves(ptr %table, ptr %index, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %sum = phi double [ 0.0, %entry ], [ %more, %again ]
  %p = getelementptr inbounds i64, ptr %index, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds double, ptr %table, i64 %k
  %v = load double, ptr %q
  %more = fadd double %sum, %v
  %end = fcmp oeq double %v, 0.0
  br i1 %end, label %exit, label %again
again:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %more
}

; So may one whose function does not return, and one that waits for somebody.
declare void @perhaps(double)
declare void @waits() nounwind willreturn
; CHECK-LABEL: define void @calls(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @calls(ptr %table, ptr %index, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr inbounds i64, ptr %index, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds double, ptr %table, i64 %k
  %v = load double, ptr %q
  call void @perhaps(double %v)
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret void
}
; CHECK-LABEL: define double @meets(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @meets(ptr %table, ptr %index, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %p = getelementptr inbounds i64, ptr %index, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds double, ptr %table, i64 %k
  %v = load double, ptr %q
  call void @waits()
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %more
}

; A step that only some iterations read is not read ahead.
; CHECK-LABEL: define double @sometimes(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @sometimes(ptr %table, ptr %index, ptr %which, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %sum = phi double [ 0.0, %entry ], [ %new, %again ]
  %w = getelementptr inbounds i8, ptr %which, i64 %i
  %c = load i8, ptr %w
  %is = icmp eq i8 %c, 0
  br i1 %is, label %reads, label %again
reads:
  %p = getelementptr inbounds i64, ptr %index, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds double, ptr %table, i64 %k
  %v = load double, ptr %q
  %more = fadd double %sum, %v
  br label %again
again:
  %new = phi double [ %sum, %body ], [ %more, %reads ]
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %new
}

; An inner loop reads a row that begins where two arrays say: ten lines of the next iterations' rows.
; CHECK-LABEL: define double @rows(
; CHECK-COUNT-10: call void @llvm.prefetch.p0(
; CHECK: add i64 {{%.*}}, 6
; CHECK: call void @llvm.prefetch.p0(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @rows(ptr noalias %table, ptr noalias %first, ptr noalias %second, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next, %after ]
  %sum = phi double [ 0.0, %entry ], [ %more, %after ]
  %p = getelementptr inbounds i64, ptr %first, i64 %i
  %k = load i64, ptr %p
  %q = getelementptr inbounds i64, ptr %second, i64 %k
  %l = load i64, ptr %q
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %part = phi double [ %sum, %outer ], [ %more, %inner ]
  %at = add i64 %l, %j
  %r = getelementptr inbounds double, ptr %table, i64 %at
  %v = load double, ptr %r
  %more = fadd double %part, %v
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %m
  br i1 %j.done, label %after, label %inner
after:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %more
}

; A search goes one of two ways, whose next places are prefetched.
; CHECK-LABEL: define i64 @search(
; CHECK: [[MIDDLE:%.*]] = add i64 {{%.*}}, %low
; CHECK: [[BELOW:%.*]] = sub i64 {{%.*}}, %low
; CHECK: [[FIRST:%.*]] = getelementptr double, ptr %table
; CHECK: [[ABOVE:%.*]] = sub i64 %high,
; CHECK: [[SECOND:%.*]] = getelementptr double, ptr %table
; CHECK: call void @llvm.prefetch.p0(ptr [[FIRST]], i32 0, i32 3, i32 1)
; CHECK: call void @llvm.prefetch.p0(ptr [[SECOND]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load double
; CHECK: ret i64
define i64 @search(ptr %table, double %x, i64 %n) {
entry:
  br label %turn
turn:
  %length = phi i64 [ %n, %entry ], [ %rest, %turn ]
  %low = phi i64 [ 0, %entry ], [ %low.next, %turn ]
  %high = phi i64 [ %n, %entry ], [ %high.next, %turn ]
  %half = lshr i64 %length, 1
  %middle = add i64 %half, %low
  %p = getelementptr inbounds double, ptr %table, i64 %middle
  %v = load double, ptr %p
  %is.above = fcmp ogt double %v, %x
  %high.next = select i1 %is.above, i64 %middle, i64 %high
  %low.next = select i1 %is.above, i64 %low, i64 %middle
  %rest = sub i64 %high.next, %low.next
  %goes.on = icmp sgt i64 %rest, 1
  br i1 %goes.on, label %turn, label %exit
exit:
  ret i64 %low.next
}

; What an array has narrowed down takes few turns.
; CHECK-LABEL: define void @narrowed(
; CHECK-NOT: prefetch
; CHECK: ret void
define void @narrowed(ptr %table, ptr %ends, ptr %out, double %x, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next, %after ]
  %e = getelementptr inbounds i64, ptr %ends, i64 %i
  %end = load i64, ptr %e
  br label %turn
turn:
  %length = phi i64 [ %end, %outer ], [ %rest, %turn ]
  %low = phi i64 [ 0, %outer ], [ %low.next, %turn ]
  %high = phi i64 [ %end, %outer ], [ %high.next, %turn ]
  %half = lshr i64 %length, 1
  %middle = add i64 %half, %low
  %p = getelementptr inbounds double, ptr %table, i64 %middle
  %v = load double, ptr %p
  %is.above = fcmp ogt double %v, %x
  %high.next = select i1 %is.above, i64 %middle, i64 %high
  %low.next = select i1 %is.above, i64 %low, i64 %middle
  %rest = sub i64 %high.next, %low.next
  %goes.on = icmp sgt i64 %rest, 1
  br i1 %goes.on, label %turn, label %after
after:
  %o = getelementptr inbounds i64, ptr %out, i64 %i
  store i64 %low.next, ptr %o
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret void
}

; A list's next place is not known before the read, and what a failed attempt computed is removed.
; CHECK-LABEL: define i64 @list(
; CHECK-NOT: prefetch
; CHECK: %next = load ptr, ptr %p
; CHECK-NEXT: %more
; CHECK: ret i64
define i64 @list(ptr %head) {
entry:
  br label %turn
turn:
  %p = phi ptr [ %head, %entry ], [ %next, %turn ]
  %n = phi i64 [ 0, %entry ], [ %more, %turn ]
  %next = load ptr, ptr %p
  %more = add i64 %n, 1
  %done = icmp eq ptr %next, null
  br i1 %done, label %exit, label %turn
exit:
  ret i64 %more
}
