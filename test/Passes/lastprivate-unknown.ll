; A form of loop that the pass does not know is an error, and no wrong value.
; RUN: not opt -load-pass-plugin=%clang_passes -S %s -o /dev/null -passes=ompjit-lastprivate 2>&1 | FileCheck %s
; CHECK: error: {{.*}}in function teams {{.*}}lastprivate of a loop of teams in this form

define internal void @teams(ptr %to, ptr %copy) {
  %array = alloca [2 x ptr], align 8
  %last = alloca i32, align 4
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 92, ptr %last, ptr null, ptr null, ptr null, i32 1, i32 1)
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @threads, ptr null, ptr %array, i64 2, i32 0)
  call void @__kmpc_distribute_static_fini(ptr null, i32 0)
  %has = load i32, ptr %last
  ret void
}
define internal void @threads(ptr %thread, ptr %bound, ptr %copy, ptr %other) {
  ret void
}

declare void @__kmpc_distribute_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_distribute_static_fini(ptr, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
