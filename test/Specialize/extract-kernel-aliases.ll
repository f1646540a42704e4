; An alias within a kernel image is resolved to what it stands for.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;kernel>,verify' | FileCheck %s --implicit-check-not=@init --implicit-check-not=@exported --implicit-check-not=@dropped

@init = internal alias void (), ptr @base_init
@exported = alias void (), ptr @base_init
@dropped = alias void (), ptr @other

; CHECK-LABEL: define void @kernel(
; CHECK: call void @base_init()
; CHECK: call void @base_init()
define void @kernel(ptr %env) {
  call void @init()
  call void @exported()
  ret void
}

; CHECK: define internal void @base_init()
define void @base_init() {
  ret void
}

; CHECK-NOT: @other
define internal void @other() {
  ret void
}
