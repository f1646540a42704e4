; A whole image keeps everything, and refers to its own state directly.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<whole>,verify' | FileCheck %s --implicit-check-not=__omp_jit_slots

; CHECK: @counter = global i32 0
@counter = global i32 0

; CHECK: define void @one(
; CHECK-NEXT: store i32 1, ptr @counter
define void @one(ptr %env) {
  store i32 1, ptr @counter
  ret void
}

; CHECK: define void @two(
define void @two(ptr %env) {
  ret void
}
