; On processors mathematical functions are taken to leave errno alone, unless the region's code reads it.
; RUN: split-file %s %t
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-math-errno,verify -S %t/usual.ll | FileCheck %s --check-prefix=USUAL
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-math-errno,verify -S %t/reads.ll | FileCheck %s --check-prefix=READS

; USUAL: call double @sqrt(double %x) [[PURE:#[0-9]+]]
; USUAL: call double @lgamma(double %a){{$}}
; USUAL: call double @other(double %a){{$}}
; USUAL: attributes [[PURE]] = { nounwind willreturn memory(none) }
; READS: call double @sqrt(double %x){{$}}

;--- usual.ll
target triple = "x86_64-pc-linux-gnu"
declare double @sqrt(double)
declare double @lgamma(double)
declare double @other(double)
define double @kernel(double %x) {
  %a = call double @sqrt(double %x)
  %b = call double @lgamma(double %a)
  %c = call double @other(double %a)
  %d = fadd double %b, %c
  ret double %d
}

;--- reads.ll
target triple = "x86_64-pc-linux-gnu"
declare double @sqrt(double)
declare ptr @__errno_location()
define double @kernel(double %x, ptr %e) {
  %a = call double @sqrt(double %x)
  %p = call ptr @__errno_location()
  %v = load i32, ptr %p
  store i32 %v, ptr %e
  ret double %a
}
