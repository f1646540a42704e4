; LLVM 22 makes one load of a masked load and a choice, in the place of the choice. It must not come behind a write that
; follows the load, also where the choice is in another block; without a write it may.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='instcombine,verify' -S %s | FileCheck %s

; CHECK-LABEL: @written(
; CHECK: call <4 x double> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: masked.load
define <4 x double> @written(ptr %p, <4 x i1> %m, <4 x double> %other, <4 x double> %new) {
  %old = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %p, <4 x i1> %m, <4 x double> poison)
  call void @llvm.masked.store.v4f64.p0(<4 x double> %new, ptr align 8 %p, <4 x i1> %m)
  %r = select <4 x i1> %m, <4 x double> %old, <4 x double> %other
  ret <4 x double> %r
}

; CHECK-LABEL: @behind(
; CHECK: call <4 x double> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK-NOT: masked.load
define <4 x double> @behind(ptr %p, <4 x i1> %m, <4 x double> %other, <4 x double> %new, i1 %c) {
  %old = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %p, <4 x i1> %m, <4 x double> poison)
  br i1 %c, label %then, label %join

then:
  call void @llvm.masked.store.v4f64.p0(<4 x double> %new, ptr align 8 %p, <4 x i1> %m)
  br label %join

join:
  %r = select <4 x i1> %m, <4 x double> %old, <4 x double> %other
  ret <4 x double> %r
}

; CHECK-LABEL: @read(
; CHECK-NEXT: %r = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %p, <4 x i1> %m, <4 x double> %other)
define <4 x double> @read(ptr %p, <4 x i1> %m, <4 x double> %other) {
  %old = call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 8 %p, <4 x i1> %m, <4 x double> poison)
  %r = select <4 x i1> %m, <4 x double> %old, <4 x double> %other
  ret <4 x double> %r
}

; The vectoriser takes places with an index that repeats for consecutive ones, if the counter must not come around.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='loop-vectorize<no-interleave-forced-only;no-vectorize-forced-only;>,verify' -S %s | FileCheck %s --check-prefix=INDEX
; INDEX-LABEL: @repeats(
; INDEX: freeze i64
; INDEX-NOT: load <
define void @repeats(ptr noalias %to, ptr noalias %from, i64 %end) {
entry:
  br label %loop

loop:
  %wide = phi i64 [ 0, %entry ], [ %wide.next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %m = and i64 %wide, 3
  %from.at = getelementptr i8, ptr %from, i64 %m
  %x = load i8, ptr %from.at
  %to.at = getelementptr i8, ptr %to, i64 %wide
  store i8 %x, ptr %to.at
  %next = add i32 %i, 1
  %wide.next = zext i32 %next to i64
  %more = icmp ult i64 %wide.next, %end
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; A counter as wide as its end, and an index that does not repeat, are as they were.
; INDEX-LABEL: @counts(
; INDEX-NOT: freeze
; INDEX: load <4 x i8>
define void @counts(ptr noalias %to, ptr noalias %from, i64 %end) "target-features"="+sse2" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from.at = getelementptr i8, ptr %from, i64 %i
  %x = load i8, ptr %from.at
  %to.at = getelementptr i8, ptr %to, i64 %i
  store i8 %x, ptr %to.at
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %loop, label %exit, !llvm.loop !0

exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.width", i32 4}
