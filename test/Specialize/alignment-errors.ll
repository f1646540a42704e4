; A parameter that is missing or a scalar, and a number that is no alignment, are errors.
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-alignment<kernel;2=16>' 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-alignment<kernel;0=16>' 2>&1 | FileCheck %s --check-prefix=SCALAR
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-alignment<kernel;1=48>' 2>&1 | FileCheck %s --check-prefix=NUMBER

; MISSING: kernel has no parameter 2
; SCALAR: parameter 0 of the kernel kernel is not a pointer
; NUMBER: 48 is no alignment
define void @kernel(ptr %env, i64 %n, ptr %p) {
  ret void
}
