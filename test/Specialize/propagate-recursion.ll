; A recursive function gets the argument that it passes on unchanged, and not
; the one that changes on the way.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-propagate,verify' | FileCheck %s

define i64 @kernel() {
  %r = call i64 @sum(i64 10, i64 3)
  ret i64 %r
}

; CHECK-LABEL: define internal i64 @sum(
; CHECK: %done = icmp eq i64 %n, 0
; CHECK: %m = sub i64 %n, 1
; CHECK: %rest = call i64 @sum(i64 %m, i64 3)
; CHECK: %all = add i64 %rest, 3
define internal i64 @sum(i64 %n, i64 %step) {
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
more:
  %m = sub i64 %n, 1
  %rest = call i64 @sum(i64 %m, i64 %step)
  %all = add i64 %rest, %step
  ret i64 %all
end:
  ret i64 0
}
