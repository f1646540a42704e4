; A variable whose size is not known is not moved silently to where threads cannot read it.
; RUN: not opt -load-pass-plugin=%clang_passes -S %s -o /dev/null -passes=ompjit-copyprivate 2>&1 | FileCheck %s
; CHECK: error: {{.*}}in function body {{.*}}a variable that threads share cannot be placed where all of them can read it

define internal void @body(i64 %size) {
  %array = alloca [1 x ptr], align 8
  %variable = alloca i8, i64 %size, align 8
  store ptr %variable, ptr %array
  call void @__kmpc_copyprivate(ptr null, i32 0, i64 8, ptr %array, ptr @copy, i32 1)
  ret void
}

declare void @__kmpc_copyprivate(ptr, i32, i64, ptr, ptr, i32)
declare void @copy(ptr, ptr)
