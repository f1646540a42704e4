; The unused upper bits of a slot are zero in the constant, and code that masks
; them away folds.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-scalars<kernel;0=7>,verify' | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: store i64 7
; CHECK-NEXT: store i32 8
define void @kernel(ptr %env, i64 %n, ptr %p) {
  %masked = and i64 %n, 4294967295
  store i64 %masked, ptr %p
  %narrow = trunc i64 %n to i32
  %next = add i32 %narrow, 1
  store i32 %next, ptr %p
  ret void
}
