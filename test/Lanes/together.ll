; A loop that all lanes leave at the same time stays one, what is the same for all lanes stays scalar, and places that
; follow each other are read and written as a vector; the iterations that remain do the same under a mask.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-lanes<4>,verify,function(early-cse,simplifycfg)' -S %s | FileCheck %s

; CHECK-LABEL: define void @sums(
; CHECK: {{^}}lanes.outer:
; CHECK: load <4 x float>, ptr
; CHECK: {{^}}lanes.inner:
; CHECK: phi i64 [ 0,
; CHECK: load float, ptr
; CHECK-NOT: mask
; CHECK: fsub <4 x float>
; CHECK: call <4 x float> @llvm.fmuladd.v4f32(
; CHECK: store <4 x float>
; CHECK: lanes.some:
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p0(
; CHECK: load float, ptr
; CHECK: call void @llvm.masked.store.v4f32.p0(
; CHECK: {{^}}outer:
; CHECK: br i1 %done, label %exit, label %outer, !llvm.loop

define void @sums(ptr %x, ptr %out, i64 %first, i64 %end, i64 %m) {
entry:
  br label %outer

outer:
  %i = phi i64 [ %first, %entry ], [ %i.next, %latch ]
  %x.i.at = getelementptr inbounds float, ptr %x, i64 %i
  %x.i = load float, ptr %x.i.at
  br label %inner

inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %sum = phi float [ 0.0, %outer ], [ %sum.next, %inner ]
  %x.j.at = getelementptr inbounds float, ptr %x, i64 %j
  %x.j = load float, ptr %x.j.at
  %d = fsub float %x.j, %x.i
  %sum.next = call float @llvm.fmuladd.f32(float %d, float %d, float %sum)
  %j.next = add nuw nsw i64 %j, 1
  %inner.done = icmp eq i64 %j.next, %m
  br i1 %inner.done, label %latch, label %inner

latch:
  %out.at = getelementptr inbounds float, ptr %out, i64 %i
  store float %sum.next, ptr %out.at
  %i.next = add nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %end
  br i1 %done, label %exit, label %outer, !llvm.loop !0

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ompjit.lanes"}
