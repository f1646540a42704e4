; A loop that clang made of two by collapse(2) becomes one over rows and one in a row, without a division in the inner one;
; in a row the places follow each other. A division that only some iterations make stays, and so does one by a small number.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-lanes<4>,verify,function(early-cse,simplifycfg)' -S %s | FileCheck %s

; CHECK-LABEL: define void @collapsed(
; CHECK: {{^}}row:
; CHECK: %whole = sdiv i64
; CHECK: call i64 @llvm.umin.i64(
; CHECK-NOT: sdiv
; CHECK: load <4 x double>
; CHECK-NOT: sdiv
; CHECK: ret void
; CHECK-LABEL: define void @transposed(
; Whole rows are side by side: in a turn of a column each lane has a row, and what follows each other there is one access.
; CHECK: {{^}}row:
; CHECK: icmp ne i64 %{{.*}}, 0
; CHECK: {{^}}lanes.
; CHECK: call <4 x double> @llvm.masked.gather.v4f64
; CHECK: store <4 x double>
; CHECK: ret void
; CHECK-LABEL: define void @sometimes(
; CHECK-NOT: {{^}}row:
; CHECK-LABEL: define void @short(
; CHECK-NOT: {{^}}row:

define void @collapsed(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %first, i64 %last, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ %first, %entry ], [ %next, %latch ]
  %i = sdiv i64 %k, %n
  %in = mul nsw i64 %i, %n
  %j = sub nsw i64 %k, %in
  br label %inner

inner:
  %m = phi i64 [ 0, %loop ], [ %m.next, %inner ]
  %s = phi double [ 0.0, %loop ], [ %s.next, %inner ]
  %im = add nsw i64 %in, %m
  %a.at = getelementptr inbounds double, ptr %a, i64 %im
  %x = load double, ptr %a.at
  %mn = mul nsw i64 %m, %n
  %mj = add nsw i64 %mn, %j
  %b.at = getelementptr inbounds double, ptr %b, i64 %mj
  %y = load double, ptr %b.at
  %s.next = call double @llvm.fmuladd.f64(double %x, double %y, double %s)
  %m.next = add nuw nsw i64 %m, 1
  %m.done = icmp eq i64 %m.next, %n
  br i1 %m.done, label %latch, label %inner

latch:
  %c.at = getelementptr inbounds double, ptr %c, i64 %k
  store double %s.next, ptr %c.at
  %next = add nsw i64 %k, 1
  %done = icmp eq i64 %k, %last
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

define void @transposed(ptr noalias %a, ptr noalias %b, i64 %first, i64 %last, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ %first, %entry ], [ %next, %loop ]
  %i = sdiv i64 %k, %n
  %in = mul nsw i64 %i, %n
  %j = sub nsw i64 %k, %in
  %a.at = getelementptr inbounds double, ptr %a, i64 %k
  %x = load double, ptr %a.at
  %jn = mul nsw i64 %j, %n
  %ji = add nsw i64 %jn, %i
  %b.at = getelementptr inbounds double, ptr %b, i64 %ji
  store double %x, ptr %b.at
  %next = add nsw i64 %k, 1
  %done = icmp eq i64 %k, %last
  br i1 %done, label %exit, label %loop, !llvm.loop !4

exit:
  ret void
}

define void @sometimes(ptr noalias %a, ptr noalias %c, i64 %last, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr inbounds i64, ptr %a, i64 %k
  %v = load i64, ptr %at
  %some = icmp sgt i64 %v, 0
  br i1 %some, label %then, label %latch

then:
  %q = sdiv i64 %k, %n
  %c.at = getelementptr inbounds i64, ptr %c, i64 %k
  store i64 %q, ptr %c.at
  br label %latch

latch:
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k, %last
  br i1 %done, label %exit, label %loop, !llvm.loop !2

exit:
  ret void
}

define void @short(ptr noalias %c, i64 %last) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = udiv i64 %k, 3
  %c.at = getelementptr inbounds i64, ptr %c, i64 %k
  store i64 %q, ptr %c.at
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k, %last
  br i1 %done, label %exit, label %loop, !llvm.loop !3

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ompjit.lanes"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
