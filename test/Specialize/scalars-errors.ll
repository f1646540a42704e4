; A parameter that is missing or a pointer, and an unknown kernel, are errors.
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-scalars<kernel;2=1>' 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-scalars<kernel;1=1>' 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-scalars<nothing;1=1>' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-scalars<kernel;1>' 2>&1 | FileCheck %s --check-prefix=SYNTAX

; MISSING: kernel has no parameter 2
; POINTER: parameter 1 of the kernel kernel is not a scalar
; UNKNOWN: no kernel nothing
; SYNTAX: unknown pass name 'ompjit-scalars<kernel;1>'
define void @kernel(ptr %env, i64 %n, ptr %p) {
  ret void
}
