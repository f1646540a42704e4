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

; What takes long to compute is not computed twice.
; CHECK-LABEL: define double @far(
; CHECK-NOT: prefetch
; CHECK: ret double
define double @far(ptr %table, ptr %index, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %p = getelementptr inbounds i64, ptr %index, i64 %i
  %k0 = load i64, ptr %p
  %k1 = mul i64 %k0, 3
  %k2 = xor i64 %k1, 2
  %k3 = mul i64 %k2, 5
  %k4 = xor i64 %k3, 4
  %k5 = mul i64 %k4, 7
  %k6 = xor i64 %k5, 6
  %k7 = mul i64 %k6, 9
  %k8 = xor i64 %k7, 8
  %k9 = mul i64 %k8, 11
  %k10 = xor i64 %k9, 10
  %k11 = mul i64 %k10, 13
  %k12 = xor i64 %k11, 12
  %k13 = mul i64 %k12, 15
  %k14 = xor i64 %k13, 14
  %k15 = mul i64 %k14, 17
  %k16 = xor i64 %k15, 16
  %k17 = mul i64 %k16, 19
  %k18 = xor i64 %k17, 18
  %k19 = mul i64 %k18, 21
  %k20 = xor i64 %k19, 20
  %k21 = mul i64 %k20, 23
  %k22 = xor i64 %k21, 22
  %k23 = mul i64 %k22, 25
  %k24 = xor i64 %k23, 24
  %k25 = mul i64 %k24, 27
  %k26 = xor i64 %k25, 26
  %k27 = mul i64 %k26, 29
  %k28 = xor i64 %k27, 28
  %k29 = mul i64 %k28, 31
  %k30 = xor i64 %k29, 30
  %k31 = mul i64 %k30, 33
  %k32 = xor i64 %k31, 32
  %k33 = mul i64 %k32, 35
  %k34 = xor i64 %k33, 34
  %k35 = mul i64 %k34, 37
  %k36 = xor i64 %k35, 36
  %k37 = mul i64 %k36, 39
  %k38 = xor i64 %k37, 38
  %k39 = mul i64 %k38, 41
  %k40 = xor i64 %k39, 40
  %k41 = mul i64 %k40, 43
  %k42 = xor i64 %k41, 42
  %k43 = mul i64 %k42, 45
  %k44 = xor i64 %k43, 44
  %k45 = mul i64 %k44, 47
  %k46 = xor i64 %k45, 46
  %k47 = mul i64 %k46, 49
  %k48 = xor i64 %k47, 48
  %k49 = mul i64 %k48, 51
  %k50 = xor i64 %k49, 50
  %k51 = mul i64 %k50, 53
  %k52 = xor i64 %k51, 52
  %k53 = mul i64 %k52, 55
  %k54 = xor i64 %k53, 54
  %k55 = mul i64 %k54, 57
  %k56 = xor i64 %k55, 56
  %k57 = mul i64 %k56, 59
  %k58 = xor i64 %k57, 58
  %k59 = mul i64 %k58, 61
  %k60 = xor i64 %k59, 60
  %k61 = mul i64 %k60, 63
  %k62 = xor i64 %k61, 62
  %k63 = mul i64 %k62, 65
  %k64 = xor i64 %k63, 64
  %k65 = mul i64 %k64, 67
  %k66 = xor i64 %k65, 66
  %k67 = mul i64 %k66, 69
  %k68 = xor i64 %k67, 68
  %k69 = mul i64 %k68, 71
  %k70 = xor i64 %k69, 70
  %q = getelementptr inbounds double, ptr %table, i64 %k70
  %v = load double, ptr %q
  %more = fadd double %sum, %v
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  ret double %more
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
