; A kernel's scalar parameters become constants of their type, bit for bit.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-scalars<kernel;0=42;1=0x4000000000000005;2=255;3=1;4=0x7fc00001>,verify' \
; RUN:   | FileCheck %s

; The signature stays, and so does what nobody gave a value for.
; CHECK: define void @kernel(ptr %env, i64 %n, i64 %a, i64 %b, i64 %flag, i64 %f, i64 %rest, ptr %p)
; CHECK-NEXT: store i64 42, ptr %p
; CHECK-NEXT: store double 0x4000000000000005, ptr %p
; A NaN with a payload is still the same NaN.
; CHECK-NEXT: store float 0x7FF8000020000000, ptr %p
; CHECK-NEXT: store i8 -1, ptr %p
; CHECK-NEXT: store i1 true, ptr %p
; CHECK-NEXT: store i64 %rest, ptr %p
define void @kernel(ptr %env, i64 %n, i64 %a, i64 %b, i64 %flag, i64 %f, i64 %rest, ptr %p) {
  store i64 %n, ptr %p
  %double = bitcast i64 %a to double
  store double %double, ptr %p
  %f32 = trunc i64 %f to i32
  %float = bitcast i32 %f32 to float
  store float %float, ptr %p
  %byte = trunc i64 %b to i8
  store i8 %byte, ptr %p
  %bool = trunc i64 %flag to i1
  store i1 %bool, ptr %p
  store i64 %rest, ptr %p
  ret void
}
