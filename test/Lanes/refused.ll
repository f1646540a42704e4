; What iterations of a thread share without a claim of the program keeps them apart: variables of the thread, functions, a
; counter as for coverage, volatile and atomic variables.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-lanes<4>,verify' \
; RUN:   -pass-remarks-missed=ompjit-lanes -S %s -o %t.ll 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=CODE < %t.ll

; CODE-NOT: <4 x

; CHECK: iterations do not share vectors: it writes variables of the thread
define void @own(i64 %n) {
entry:
  %own = alloca [8 x i64]
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = and i64 %i, 7
  %at = getelementptr inbounds i64, ptr %own, i64 %m
  store i64 %i, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  call void @use(ptr %own)
  ret void
}

; What an iteration leaves in an array another one may read, unless the array's life begins in each.
; CHECK: iterations do not share vectors: it writes variables of the thread
define void @kept(i64 %n, ptr %out) {
entry:
  %kept = alloca [8 x i64]
  call void @llvm.lifetime.start.p0(ptr %kept)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = and i64 %i, 7
  %at = getelementptr inbounds i64, ptr %kept, i64 %m
  %old = load i64, ptr %at
  store i64 %i, ptr %at
  %out.at = getelementptr inbounds i64, ptr %out, i64 %i
  store i64 %old, ptr %out.at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

; It begins for some of them only.
; CHECK: iterations do not share vectors: it writes variables of the thread
define void @sometimes(i64 %n, ptr %out) {
entry:
  %kept = alloca [8 x i64]
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %m = and i64 %i, 7
  %is.first = icmp eq i64 %m, 0
  br i1 %is.first, label %begin, label %latch

begin:
  call void @llvm.lifetime.start.p0(ptr %kept)
  br label %latch

latch:
  %at = getelementptr inbounds i64, ptr %kept, i64 %m
  store i64 %i, ptr %at
  %other = xor i64 %m, 1
  %other.at = getelementptr inbounds i64, ptr %kept, i64 %other
  %old = load i64, ptr %other.at
  %out.at = getelementptr inbounds i64, ptr %out, i64 %i
  store i64 %old, ptr %out.at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

; CHECK: iterations do not share vectors: it writes variables of the thread
@each = thread_local global i64 0
define void @of_threads(i64 %n) {
entry:
  %each = call ptr @llvm.threadlocal.address.p0(ptr @each)
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  store i64 %i, ptr %each
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !2

exit:
  ret void
}

; CHECK: iterations do not share vectors: it calls a function
declare void @use(ptr)
define void @calls(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i64, ptr %a, i64 %i
  call void @use(ptr %at)
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !3

exit:
  ret void
}

; CHECK: iterations do not share vectors: its iterations change a variable that they share
@count = private global i64 0
define void @counts(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = load i64, ptr @count
  %new = add i64 %old, 1
  store i64 %new, ptr @count
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !4

exit:
  ret void
}

; CHECK: iterations do not share vectors: it writes volatile or atomic variables
define void @volatile(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr inbounds i64, ptr %a, i64 %i
  store volatile i64 %i, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !5

exit:
  ret void
}

; CHECK: iterations do not share vectors: it has an atomic operation with a result or an order
define void @atomic(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr %a, i64 %i acq_rel
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !6

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ompjit.lanes"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1}
!6 = distinct !{!6, !1}
