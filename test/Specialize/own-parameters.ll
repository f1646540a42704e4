; A function for a GPU gets a variable for a structure by value that it may write to.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-own-parameters,verify -S %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @writes(ptr byval([4 x i32]) align 4 %box)
; CHECK-NEXT:    %[[OWN:.*]] = alloca [4 x i32]
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr align {{[0-9]+}} %[[OWN]], ptr align 4 %box, i64 16, i1 false)
; CHECK-NEXT:    %second = getelementptr i8, ptr %[[OWN]], i64 4
; CHECK-NEXT:    store i32 1, ptr %second
define void @writes(ptr byval([4 x i32]) align 4 %box) {
  %second = getelementptr i8, ptr %box, i64 4
  store i32 1, ptr %second
  ret void
}

; CHECK-LABEL: define void @hands.over(
; CHECK-NEXT:    alloca
define void @hands.over(ptr byval([4 x i32]) align 4 %box) {
  call void @other(ptr %box)
  ret void
}

; CHECK-LABEL: define i32 @reads(
; CHECK-NOT:     alloca
; CHECK:         ret i32
define i32 @reads(ptr byval([4 x i32]) align 4 %box, ptr %to) {
  %second = getelementptr i8, ptr %box, i64 4
  %value = load i32, ptr %second
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %box, i64 16, i1 false)
  call void @copies(ptr byval([4 x i32]) align 4 %box)
  ret i32 %value
}

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NOT:     alloca
; CHECK:         ret void
define ptx_kernel void @kernel(ptr byval([4 x i32]) align 4 %box) {
  store i32 1, ptr %box
  ret void
}

declare void @other(ptr)
declare void @copies(ptr byval([4 x i32]) align 4)
