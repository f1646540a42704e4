; A loop whose count is known to be a multiple of 8 needs no rest after unrolling or vectorisation; a number
; that is known to fit 32 bits is divided as one.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes='ompjit-scalars<kernel;class=0=3>,default<O3>' \
; RUN:   | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes='ompjit-scalars<quotient;class=0=16;class=1=16>,default<O3>' \
; RUN:   | FileCheck %s --check-prefix=NARROW
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null -passes='ompjit-scalars<kernel;class=1=3>' 2>&1 \
; RUN:   | FileCheck %s --check-prefix=POINTER
; RUN: not opt -load-pass-plugin=%specialize_plugin -S %s -o /dev/null -passes='ompjit-scalars<kernel;class=2=3>' 2>&1 \
; RUN:   | FileCheck %s --check-prefix=MISSING

; CHECK-LABEL: @kernel(
; CHECK: br i1 {{.*}}label %vector.body
; CHECK-NOT: scalar.ph
; CHECK-LABEL: @quotient(
; NARROW-LABEL: @quotient(
; NARROW: udiv i32
; POINTER: parameter 1 of the kernel kernel is not an integer
; MISSING: kernel has no parameter 2

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @kernel(ptr %env, i64 %n, ptr %p) #0 {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  %old = load float, ptr %at, align 4
  %new = fmul float %old, 2.0
  store float %new, ptr %at, align 4
  %next = add nuw nsw i64 %i, 1
  %again = icmp slt i64 %next, %n
  br i1 %again, label %loop, label %done

done:
  ret void
}

define void @quotient(ptr %env, i64 %a, i64 %b, ptr %to) #0 {
  %q = udiv i64 %a, %b
  store i64 %q, ptr %to, align 8
  ret void
}

attributes #0 = { "target-cpu"="x86-64" }
