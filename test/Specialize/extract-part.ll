; A part holds some kernels with what they reach and declares shared state; a kernel
; image made from it is the one that is made from the whole module.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o %t.part.ll -passes='ompjit-extract<part;one;two>,verify'
; RUN: FileCheck %s --implicit-check-not=three --implicit-check-not=unused --implicit-check-not=llvm.global_ctors < %t.part.ll
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.part.ll -o %t.one.ll -passes='ompjit-extract<kernel;one>,verify'
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o %t.whole.ll -passes='ompjit-extract<kernel;one>,verify'
; RUN: grep -v '^; ModuleID' %t.one.ll > %t.a && grep -v '^; ModuleID' %t.whole.ll > %t.b && diff %t.a %t.b
; RUN: FileCheck %s --check-prefix=IMAGE < %t.one.ll
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o - -passes='ompjit-extract<part;four>' 2>&1 | FileCheck %s --check-prefix=NONE

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @unused, ptr null }]
; CHECK: @constant = internal constant i32 7
@constant = internal constant i32 7
; CHECK: @counter = external global i32, align 4 #[[SHARED:[0-9]+]]
@counter = global i32 5, align 4
@unused_counter = global i32 0
; CHECK: @table = external constant [2 x ptr] #[[SHARED]]
@table = constant [2 x ptr] [ptr @pointed, ptr @three]

; CHECK: define weak_odr void @one
; IMAGE: @__omp_jit_slots = {{.*}}[3 x ptr]
; IMAGE: define {{.*}}void @one
; IMAGE: call void @both
define weak_odr void @one(ptr %env, i64 %i) {
  %v = load i32, ptr @constant
  store i32 %v, ptr @counter
  call void @both()
  call void @helper(ptr @both)
  %slot = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %slot
  call void %f()
  ret void
}

; CHECK: define weak_odr void @two
define weak_odr void @two(ptr %env) {
  call void @helper(ptr @pointed)
  ret void
}

define weak_odr void @three(ptr %env) {
  ret void
}

; CHECK: define linkonce_odr void @both()
; IMAGE: define internal void @both()
define void @both() {
  store i32 1, ptr @counter
  ret void
}

; CHECK: declare void @pointed() #[[SHARED]]
define void @pointed() {
  ret void
}

; CHECK: define internal void @helper
define internal void @helper(ptr %f) {
  call void %f()
  ret void
}

define internal void @unused() {
  ret void
}
; CHECK: attributes #[[SHARED]] = { "ompjit-shared" }
; NONE: the bitcode has no kernel four
