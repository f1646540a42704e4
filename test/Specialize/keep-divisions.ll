; What results of short divisions in loops were divided from is hidden, so that they are not divided several times.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-keep-divisions,verify' -S < %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

define void @loop(ptr %place, i64 %n, i32 %before, i64 %wide) {
entry:
; Once is once.
; CHECK: %outside = udiv i32 %before, 4094
; CHECK-NEXT: br label
  %outside = udiv i32 %before, 4094
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %short = trunc i64 %i to i32
; CHECK: [[Q:%.*]] = udiv i32 %short, 4094
; CHECK-NEXT: [[KEPT:%.*]] = freeze i32 [[Q]]
; CHECK-NEXT: [[R:%.*]] = urem i32 %short, 77
; CHECK-NEXT: freeze i32 [[R]]
  %quotient = udiv i32 %short, 4094
  %rest = urem i32 %short, 77
; CHECK-NEXT: %long = udiv i64 %i, %wide
; CHECK-NEXT: %signed = sdiv i32 %short, 7
; CHECK-NEXT: %sum = add i32 [[KEPT]], %{{[0-9]+}}
  %long = udiv i64 %i, %wide
  %signed = sdiv i32 %short, 7
  %sum = add i32 %quotient, %rest
  %at = getelementptr i32, ptr %place, i64 %long
  %value = add i32 %sum, %signed
  store i32 %value, ptr %at, align 4
  %next = add nuw nsw i64 %i, 135168
  %again = icmp ult i64 %next, 16625668
  br i1 %again, label %loop, label %done
done:
  store i32 %outside, ptr %place, align 4
  ret void
}
