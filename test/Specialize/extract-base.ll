; The base image holds the shared state, its constructors and what they reach,
; and no kernel.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<base;one;two>,verify' | FileCheck %s \
; RUN:   --implicit-check-not=@one --implicit-check-not=@two --implicit-check-not=@outlined

; CHECK: @llvm.global_ctors = appending global {{.*}} @init
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]
; CHECK: @counter = global i32 0
@counter = global i32 0
; CHECK: @constant = internal constant i32 7
@constant = internal constant i32 7
; CHECK: @table = constant [1 x ptr] [ptr @indirect]
@table = constant [1 x ptr] [ptr @indirect]

define void @one(ptr %env) {
  call void @outlined()
  ret void
}

define void @two(ptr %env) {
  call void @outlined()
  ret void
}

define internal void @outlined() {
  ret void
}

; CHECK: define internal void @init()
define internal void @init() {
  %v = load i32, ptr @constant
  store i32 %v, ptr @counter
  ret void
}

; CHECK: define void @indirect()
define void @indirect() {
  ret void
}
