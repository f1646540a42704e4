; That a sum does not wrap is known of the lanes that come to it. In a branch the others could come around, so that places are
; taken to follow each other only after a check of all iterations; where all lanes come, there is nothing to check.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-lanes<4>,verify,function(early-cse,simplifycfg)' -S %s | FileCheck %s

; CHECK-LABEL: define void @all(
; CHECK-NOT: 2147483648
; CHECK: load <4 x float>
; CHECK-LABEL: define void @some(
; CHECK: add i64 %{{.*}}, 2147483648
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(
; CHECK-LABEL: define void @parts(
; CHECK: call <4 x float> @llvm.masked.gather.v4f32.v4p0(

define void @all(ptr %a, ptr %out, i32 %c, i32 %end) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = add nsw i32 %i, %c
  %w = sext i32 %p to i64
  %at = getelementptr inbounds float, ptr %a, i64 %w
  %x = load float, ptr %at
  %v = sext i32 %i to i64
  %out.at = getelementptr inbounds float, ptr %out, i64 %v
  store float %x, ptr %out.at
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %end
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

define void @some(ptr %a, ptr %out, i32 %c, i32 %end, ptr %flags) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %v = sext i32 %i to i64
  %flag.at = getelementptr inbounds float, ptr %flags, i64 %v
  %flag = load float, ptr %flag.at
  %come = fcmp ogt float %flag, 0.0
  br i1 %come, label %then, label %latch

then:
  %p = add nsw i32 %i, %c
  %w = sext i32 %p to i64
  %at = getelementptr inbounds float, ptr %a, i64 %w
  %x = load float, ptr %at
  %out.at = getelementptr inbounds float, ptr %out, i64 %v
  store float %x, ptr %out.at
  br label %latch

latch:
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %end
  br i1 %done, label %exit, label %loop, !llvm.loop !2

exit:
  ret void
}

; An `or` is a sum only where its bits are apart.
define void @parts(ptr %a, ptr %out, i64 %c, i64 %end, ptr %flags) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %flag.at = getelementptr inbounds float, ptr %flags, i64 %i
  %flag = load float, ptr %flag.at
  %come = fcmp ogt float %flag, 0.0
  br i1 %come, label %then, label %latch

then:
  %p = or disjoint i64 %i, %c
  %at = getelementptr inbounds float, ptr %a, i64 %p
  %x = load float, ptr %at
  %out.at = getelementptr inbounds float, ptr %out, i64 %i
  store float %x, ptr %out.at
  br label %latch

latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %exit, label %loop, !llvm.loop !3

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ompjit.lanes"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
