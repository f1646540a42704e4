; A parameter that is no i64 takes the low bits of its value.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-scalars<kernel;0=0xfff3;1=0x8000;2=1;3=0x3f800000;4=0x8000000000000000>,verify' \
; RUN:   | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: store i8 -13
; CHECK-NEXT: store i16 -32768
; CHECK-NEXT: store i1 true
; CHECK-NEXT: store float 1.0
; CHECK-NEXT: store double -0.0
define void @kernel(ptr %env, i8 %a, i16 %b, i1 %c, float %d, double %e, ptr %p) {
  store i8 %a, ptr %p
  store i16 %b, ptr %p
  store i1 %c, ptr %p
  store float %d, ptr %p
  store double %e, ptr %p
  ret void
}
