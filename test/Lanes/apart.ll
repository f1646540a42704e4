; Where lanes part, their ways are executed one after the other under masks: a branch, with a division that only the lanes
; there can do; and a loop that goes on until the last lane has left it, in which a counter is the same for all that are
; still there.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-lanes<4>,verify,function(early-cse,simplifycfg)' -S %s | FileCheck %s

; CHECK-LABEL: define void @branch(
; CHECK: [[C:%.*]] = icmp sgt <4 x i32>
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> [[C]])
; CHECK: [[D:%.*]] = select <4 x i1> [[C]], <4 x i32> %{{.*}}, <4 x i32> splat (i32 1)
; CHECK: sdiv <4 x i32> splat (i32 1000), [[D]]
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %{{.*}}, ptr {{.*}}, <4 x i1> [[C]])

define void @branch(ptr noalias %a, ptr noalias %out, i64 %end) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %then, label %latch

then:
  %q = sdiv i32 1000, %v
  %out.at = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %q, ptr %out.at
  br label %latch

latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

; CHECK-LABEL: define void @until(
; CHECK: lanes.ragged:
; CHECK: [[ACTIVE:%.*]] = phi <4 x i1>
; CHECK: [[COUNT:%.*]] = phi i32 [ 0, {{.*}} ], [ %{{.*}}, %lanes.ragged ]
; CHECK: add nuw nsw i32 [[COUNT]], 1
; CHECK: fcmp ogt <4 x double>
; CHECK: [[MORE:%.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK: br i1 [[MORE]], label %lanes.ragged, label
; CHECK: store <4 x i32>

define void @until(ptr noalias %a, ptr noalias %out, i64 %end) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr inbounds double, ptr %a, i64 %i
  %v = load double, ptr %at
  br label %halve

halve:
  %x = phi double [ %v, %loop ], [ %h, %halve ]
  %k = phi i32 [ 0, %loop ], [ %k.next, %halve ]
  %h = fmul double %x, 0.5
  %k.next = add nuw nsw i32 %k, 1
  %more = fcmp ogt double %h, 1.0
  br i1 %more, label %halve, label %latch

latch:
  %out.at = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %k, ptr %out.at
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %exit, label %loop, !llvm.loop !2

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ompjit.lanes"}
!2 = distinct !{!2, !1}
