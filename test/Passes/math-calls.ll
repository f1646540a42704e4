; Intrinsics of mathematics that LLVM has no code for on a GPU, or none that is right
; to the last digits, are calls of the device runtime's functions.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-math-calls,verify -S %s -o %t.nvptx -mtriple=nvptx64-nvidia-cuda
; RUN: FileCheck %s --check-prefixes=CHECK,NVIDIA < %t.nvptx
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-math-calls,verify -S %s -o %t.amdgcn -mtriple=amdgcn-amd-amdhsa
; RUN: FileCheck %s --check-prefixes=CHECK,AMD < %t.amdgcn
; RUN: llc -mcpu=sm_90 %t.nvptx -o /dev/null && llc -mcpu=gfx90a %t.amdgcn -o /dev/null
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-math-calls -S %s -o - -mtriple=x86_64-pc-linux-gnu | FileCheck %s --check-prefix=HOST

; CHECK-LABEL: @simple
; CHECK: call double @acos(double %x)
; CHECK: call ninf float @powf(float %f, float %f)
; CHECK: [[N:%.*]] = sitofp i32 %n to double
; CHECK: call double @pow(double %x, double [[N]])
; A float has no room for each whole number.
; CHECK: [[F:%.*]] = fpext float %f to double
; CHECK: [[P:%.*]] = call double @pow(double [[F]], double {{%.*}})
; CHECK: fptrunc double [[P]] to float
; CHECK: call float @powf(float %f, float 3.0
; HOST: call double @llvm.acos.f64
define void @simple(double %x, float %f, i32 %n, ptr %p) {
  %a = call double @llvm.acos.f64(double %x)
  %b = call ninf float @llvm.pow.f32(float %f, float %f)
  %c = call double @llvm.powi.f64.i32(double %x, i32 %n)
  %d = call float @llvm.powi.f32.i32(float %f, i32 %n)
  %e = call float @llvm.powi.f32.i32(float %f, i32 3)
  store volatile float %d, ptr %p
  store volatile float %e, ptr %p
  store volatile double %a, ptr %p
  store volatile float %b, ptr %p
  store volatile double %c, ptr %p
  ret void
}

; CHECK-LABEL: @whole
; CHECK: call i64 @llround(double %x)
; CHECK: call i64 @lrintf(float %f)
; CHECK: trunc i64 {{.*}} to i32
define i64 @whole(double %x, float %f, ptr %p) {
  %a = call i64 @llvm.llround.i64.f64(double %x)
  %b = call i32 @llvm.lrint.i32.f32(float %f)
  store i32 %b, ptr %p
  ret i64 %a
}

; CHECK-LABEL: @vector
; CHECK: extractelement <2 x float> %v, i64 0
; CHECK: call float @tanf(
; CHECK: insertelement
; CHECK: call float @tanf(
; CHECK: fpext half %h to float
; CHECK: call float @sinhf(
; CHECK: fptrunc float {{.*}} to half
define <2 x float> @vector(<2 x float> %v, half %h, ptr %p) {
  %a = call <2 x float> @llvm.tan.v2f32(<2 x float> %v)
  %b = call half @llvm.sinh.f16(half %h)
  store half %b, ptr %p
  ret <2 x float> %a
}

; CHECK-LABEL: @pairs
; CHECK: call double @sin(double %x)
; CHECK: call double @cos(double %x)
; CHECK: [[WHOLE:%.*]] = call double @llvm.trunc.f64(double %x)
; CHECK: insertvalue { double, double } {{.*}}, double [[WHOLE]], 1
define { double, double } @pairs(double %x, ptr %p) {
  %a = call { double, double } @llvm.sincos.f64(double %x)
  store { double, double } %a, ptr %p
  %b = call { double, double } @llvm.modf.f64(double %x)
  ret { double, double } %b
}

; Where few digits will do, the GPU's instructions stay.
; CHECK-LABEL: @fast
; CHECK: call fast float @llvm.sin.f32
; NVIDIA: call fast float @logf
; AMD: call fast float @llvm.log.f32
; CHECK: call fast double @sin
define float @fast(float %f, double %x, ptr %p) {
  %a = call fast float @llvm.sin.f32(float %f)
  %b = call fast float @llvm.log.f32(float %f)
  %c = call fast double @llvm.sin.f64(double %x)
  store double %c, ptr %p
  store float %a, ptr %p
  ret float %b
}
