; A kernel image holds one kernel and what it reaches, all else internal or gone.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;one>,verify' | FileCheck %s --implicit-check-not=two \
; RUN:   --implicit-check-not=unused --implicit-check-not=llvm.global_ctors --implicit-check-not=__omp_jit_slots

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @unused, ptr null }]
; CHECK: @constant = internal constant i32 7
@constant = internal constant i32 7
@unused_constant = internal constant i32 8
@other = global i32 0

declare void @external()

; CHECK: define dso_local void @one(ptr %env, ptr %p)
define weak_odr protected void @one(ptr %env, ptr %p) {
  %v = load i32, ptr @constant
  call void @helper()
  ret void
}

define weak_odr protected void @two(ptr %env) {
  store i32 1, ptr @other
  ret void
}

; CHECK: define internal void @helper()
define internal void @helper() {
  call void @external()
  ret void
}

define internal void @unused() {
  call void @two(ptr null)
  ret void
}
