; A parameter that is missing or a scalar, and a kernel that device code calls, are errors.
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-disjoint<kernel;1;2>' 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-disjoint<kernel;0>' 2>&1 | FileCheck %s --check-prefix=SCALAR
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-disjoint<called;0>' 2>&1 | FileCheck %s --check-prefix=CALLED
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-extents<called;0=8>' 2>&1 | FileCheck %s --check-prefix=CALLED
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null \
; RUN:   -passes='ompjit-extents<kernel;0=8>' 2>&1 | FileCheck %s --check-prefix=SCALAR

; MISSING: kernel has no parameter 2
; SCALAR: parameter 0 of the kernel kernel is not a pointer
; CALLED: the kernel called is called by device code
define void @kernel(ptr %env, i64 %n, ptr %p) {
  call void @called(ptr %env, ptr %p)
  ret void
}

define void @called(ptr %env, ptr %p) {
  ret void
}
