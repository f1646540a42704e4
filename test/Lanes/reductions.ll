; Lanes have parts of a reduction, which are joined behind the loop: sums, also of some iterations only and of loops inside,
; and the least of values that are compared. A sum of numbers with a fraction is one of a reduction only where the function
; joins those of threads; other ones have an order.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-lanes<4>,verify,function(early-cse,simplifycfg)' \
; RUN:   -pass-remarks-missed=ompjit-lanes -S %s -o %t.ll 2> %t.missed
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=MISSED < %t.missed

; MISSED: remark: {{.*}}an iteration needs a value of the one before
; MISSED: remark: {{.*}}an iteration needs a value of the one before
; MISSED-NOT: remark

; CHECK-LABEL: define i64 @whole(
; CHECK: {{^}}lanes.start:
; CHECK: insertelement <4 x i64> zeroinitializer, i64 %start, i64 0
; CHECK: {{^}}lanes.some:
; CHECK: {{^}}lanes.done:
; CHECK: call i64 @llvm.vector.reduce.add.v4i64(
define i64 @whole(ptr %a, i64 %start, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi i64 [ %start, %entry ], [ %s.next, %latch ]
  %at = getelementptr inbounds i64, ptr %a, i64 %i
  %x = load i64, ptr %at
  %c = icmp sgt i64 %x, 0
  br i1 %c, label %then, label %latch

then:
  %s.then = add i64 %s, %x
  br label %latch

latch:
  %s.next = phi i64 [ %s, %loop ], [ %s.then, %then ]
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret i64 %s.next
}

; CHECK-LABEL: define double @fractions(
; CHECK: insertelement <4 x double> splat (double -0.000000e+00), double %start, i64 0
; CHECK: call reassoc double @llvm.vector.reduce.fadd.v4f64(double -0.000000e+00,
; CHECK: call i32 @__kmpc_reduce_nowait(
declare i32 @__kmpc_reduce_nowait(ptr, i32, i32, i64, ptr, ptr, ptr)
define double @fractions(ptr %a, double %start, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %s = phi double [ %start, %entry ], [ %t.next, %latch ]
  br label %inner

inner:
  %j = phi i64 [ 0, %loop ], [ %j.next, %inner ]
  %t = phi double [ %s, %loop ], [ %t.next, %inner ]
  %ij = add nuw nsw i64 %i, %j
  %at = getelementptr inbounds double, ptr %a, i64 %ij
  %x = load double, ptr %at
  %t.next = call double @llvm.fmuladd.f64(double %x, double %x, double %t)
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %latch, label %inner

latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !2

exit:
  %r = call i32 @__kmpc_reduce_nowait(ptr null, i32 0, i32 1, i64 8, ptr null, ptr null, ptr null)
  ret double %t.next
}

; CHECK-LABEL: define double @least(
; CHECK: [[A:%.*]] = extractelement <4 x double> [[ALL:%.*]], i64 0
; CHECK: [[B:%.*]] = extractelement <4 x double> [[ALL]], i64 1
; CHECK: [[C:%.*]] = fcmp olt double [[A]], [[B]]
; CHECK: select i1 [[C]], double [[A]], double [[B]]
define double @least(ptr %a, double %start, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ %start, %entry ], [ %s.next, %loop ]
  %at = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %at
  %c = fcmp olt double %s, %x
  %s.next = select i1 %c, double %s, double %x
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !3

exit:
  %r = call i32 @__kmpc_reduce_nowait(ptr null, i32 0, i32 1, i64 8, ptr null, ptr null, ptr null)
  ret double %s.next
}

; CHECK-LABEL: define double @of_a_variable(
; CHECK-NOT: <4 x
; CHECK-LABEL: define void @prefix(
; CHECK-NOT: <4 x
; CHECK: ret void
define double @of_a_variable(ptr %a, double %start, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ %start, %entry ], [ %s.next, %loop ]
  %at = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %at
  %s.next = fadd double %s, %x
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !4

exit:
  ret double %s.next
}

define void @prefix(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %at = getelementptr inbounds i64, ptr %a, i64 %i
  %x = load i64, ptr %at
  %s.next = add i64 %s, %x
  store i64 %s.next, ptr %at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop, !llvm.loop !5

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ompjit.lanes"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1}
