; Marks, and what only they use, are removed; other annotations stay.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-drop-marks -S %s | FileCheck %s --implicit-check-not=header.h --implicit-check-not=ompx_
@.str = private unnamed_addr constant [16 x i8] c"ompx_specialize\00", section "llvm.metadata"
@.str.1 = private unnamed_addr constant [9 x i8] c"header.h\00", section "llvm.metadata"
@.str.2 = private unnamed_addr constant [22 x i8] c"ompx_never_specialize\00", section "llvm.metadata"
@.str.3 = private unnamed_addr constant [5 x i8] c"mine\00", section "llvm.metadata"
@.str.4 = private unnamed_addr constant [5 x i8] c"file\00", section "llvm.metadata"

; CHECK-LABEL: define i64 @f(i64 %a, i32 %b)
; CHECK-NEXT: %wide = zext i32 %b to i64
; CHECK-NEXT: %mine = call i64 @llvm.annotation.i64.p0(i64 %a, ptr @.str.3, ptr @.str.4, i32 3)
; CHECK-NEXT: %sum = add i64 %a, %wide
; CHECK-NEXT: %all = add i64 %sum, %mine
define i64 @f(i64 %a, i32 %b) {
  %always = call i64 @llvm.annotation.i64.p0(i64 %a, ptr @.str, ptr @.str.1, i32 1)
  %wide = zext i32 %b to i64
  %never = call i64 @llvm.annotation.i64.p0(i64 %wide, ptr @.str.2, ptr @.str.1, i32 2)
  %mine = call i64 @llvm.annotation.i64.p0(i64 %a, ptr @.str.3, ptr @.str.4, i32 3)
  %sum = add i64 %always, %never
  %all = add i64 %sum, %mine
  ret i64 %all
}

declare i64 @llvm.annotation.i64.p0(i64, ptr, ptr, i32)
