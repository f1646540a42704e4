; What NVIDIA's driver does not read of C's formats is translated; the rest is left to it.
; RUN: opt -load-pass-plugin=%builddir/lib/libompjit-clang-passes.so -passes=ompjit-print-formats -S < %s | FileCheck %s

; CHECK: call i32 @vprintf(ptr @plain,
; CHECK: call i32 @vprintf(ptr @percent,
; CHECK: call i32 @__ompjit_vprintf(ptr @star,
; CHECK: call i32 @__ompjit_vprintf(ptr @size,
; CHECK: call i32 @__ompjit_vprintf(ptr @char,
; CHECK: call i32 @__ompjit_vprintf(ptr %unknown,

target triple = "nvptx64-nvidia-cuda"

@plain = constant [24 x i8] c"%d %5.2f %ld %*d %s %hd\00"
@percent = constant [10 x i8] c"100%%zu\0a \00"
@star = constant [5 x i8] c"%.*s\00"
@size = constant [9 x i8] c"%d: %-zu\00"
@char = constant [5 x i8] c"%hhx\00"

declare i32 @vprintf(ptr, ptr)

define void @f(ptr %unknown, ptr %args) {
  %1 = call i32 @vprintf(ptr @plain, ptr %args)
  %2 = call i32 @vprintf(ptr @percent, ptr %args)
  %3 = call i32 @vprintf(ptr @star, ptr %args)
  %4 = call i32 @vprintf(ptr @size, ptr %args)
  %5 = call i32 @vprintf(ptr @char, ptr %args)
  %6 = call i32 @vprintf(ptr %unknown, ptr %args)
  ret void
}
