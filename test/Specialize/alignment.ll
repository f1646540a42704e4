; Pointers that are known to be aligned let neighbouring accesses become one of a vector, in functions that
; the kernel calls, too; what is known already stays.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-alignment<kernel;0=64;2=8>,ompjit-propagate' | FileCheck %s --check-prefix=IR
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-alignment<kernel;0=64;2=8>,default<O2>' -o %t.ll
; RUN: llc -O3 -mcpu=sm_90 %t.ll -o - | FileCheck %s --check-prefix=PTX
; RUN: opt -S -passes='default<O2>' %s -o %t.plain.ll
; RUN: llc -O3 -mcpu=sm_90 %t.plain.ll -o - | FileCheck %s --check-prefix=PLAIN

; IR: define ptx_kernel void @kernel(ptr %env, ptr align 64 %from, i64 %n, ptr align 32 %to)
; IR: define internal void @sum(ptr align 64 %from, i64 %n, ptr align 32 %to)

; PTX: ld.global.v2.b64
; PLAIN-NOT: ld.global.v2

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %env, ptr %from, i64 %n, ptr align 32 %to) {
  call void @sum(ptr %from, i64 %n, ptr %to)
  ret void
}

define internal void @sum(ptr %from, i64 %n, ptr %to) {
  %pair = getelementptr [16 x i8], ptr %from, i64 %n
  %second = getelementptr i8, ptr %pair, i64 8
  %a = load double, ptr %pair, align 8
  %b = load double, ptr %second, align 8
  %ab = fadd double %a, %b
  store double %ab, ptr %to, align 8
  ret void
}
