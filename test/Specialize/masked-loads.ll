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
