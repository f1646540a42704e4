; Loads at computed places that certainly read known bytes read a constant array,
; whatever the loop's bound was made of, from the parameter or from a copy of it.
; Others stay: a longer loop, a place that is not known, a copy that is changed.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-fields<kernel;0+0:64=0x3ff0000000000000;0+8:64=0x4000000000000000;0+16:64=0x4008000000000000;1+4:32=7;1+8:32=8>,verify' | FileCheck %s
; The loop becomes three additions of constants.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-fields<kernel;0+0:64=0x3ff0000000000000;0+8:64=0x4000000000000000;0+16:64=0x4008000000000000>,default<O2>' | FileCheck %s --check-prefix=OPTIMISED

; CHECK-DAG: @ompjit.array = private unnamed_addr constant [3 x double] [double 1.000000e+00, double 2.000000e+00, double 3.000000e+00], align 16
; CHECK-DAG: @ompjit.array.1 = private unnamed_addr constant [2 x i32] [i32 7, i32 8], align 16

@sink = global double 0.0
@number = global i32 0

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define void @kernel(
; CHECK: loop:
; CHECK: [[OFFSET:%.*]] = mul nsw i64 %k, 8
; CHECK-NEXT: [[PLACE:%.*]] = add i64 [[OFFSET]], 0
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr @ompjit.array, i64 [[PLACE]]
; CHECK-NEXT: %c = load double, ptr [[AT]], align 8
; CHECK: longer:
; CHECK: %l = load double, ptr %l.at
; CHECK: odd:
; CHECK: %o.index = and i64 %n, 1
; CHECK: [[AT:%.*]] = getelementptr i8, ptr @ompjit.array.1,
; CHECK-NEXT: %o = load i32, ptr [[AT]], align 4
; CHECK: %far = load i32, ptr %far.at
; OPTIMISED-LABEL: define void @kernel(
; OPTIMISED: store volatile double 6.000000e+00, ptr @sink
define void @kernel(ptr %env, ptr readonly %s, ptr readonly %t, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum.next, %loop ]
  %c.at = getelementptr inbounds double, ptr %s, i64 %k
  %c = load double, ptr %c.at
  %sum.next = fadd double %sum, %c
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 3
  br i1 %done, label %middle, label %loop
middle:
  store volatile double %sum.next, ptr @sink
  br label %longer
longer:
  %m = phi i64 [ 0, %middle ], [ %m.next, %longer ]
  %l.at = getelementptr inbounds double, ptr %s, i64 %m
  %l = load double, ptr %l.at
  store double %l, ptr @sink
  %m.next = add nuw nsw i64 %m, 1
  %longer.done = icmp eq i64 %m.next, 4
  br i1 %longer.done, label %odd, label %longer
odd:
  %o.index = and i64 %n, 1
  %t4 = getelementptr i8, ptr %t, i64 4
  %o.at = getelementptr i32, ptr %t4, i64 %o.index
  %o = load i32, ptr %o.at
  store i32 %o, ptr @number
  %far.at = getelementptr i32, ptr %t4, i64 %n
  %far = load i32, ptr %far.at
  store i32 %far, ptr @number
  call void @copies(ptr %s, i64 %n)
  ret void
}

; CHECK-LABEL: define internal void @copies(
; CHECK: %same = load double, ptr {{%[0-9]+}}, align 8
; CHECK: %other = load double, ptr %other.at
; OPTIMISED-NOT: alloca{{.*}}copy
define internal void @copies(ptr %s, i64 %n) noinline {
  %copy = alloca [3 x double]
  %changed = alloca [3 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %changed, ptr %s, i64 24, i1 false)
  %index = and i64 %n, 1
  %same.at = getelementptr double, ptr %copy, i64 %index
  %same = load double, ptr %same.at
  store double %same, ptr @sink
  %changed.at = getelementptr double, ptr %changed, i64 %index
  store double 5.0, ptr %changed.at
  %other.at = getelementptr double, ptr %changed, i64 %index
  %other = load double, ptr %other.at
  store double %other, ptr @sink
  ret void
}
