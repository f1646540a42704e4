; In an SPMD kernel the thread that ran a loop's last iteration writes what is
; lastprivate, and the copies are on each thread's stack; loops without it, and kernels with workers, stay as they are.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-lastprivate,verify | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define internal void @teams(
; CHECK-NEXT:    %[[STACK:.*]] = alloca [4 x i8], align 16, addrspace(5)
; CHECK-NEXT:    %array = alloca [3 x ptr], align 8, addrspace(5)
; CHECK:         %has.last = alloca i32, align 4, addrspace(5)
; CHECK-NEXT:    %[[PLACE:.*]] = addrspacecast ptr addrspace(5) %has.last to ptr
; CHECK:         store i32 0, ptr %[[PLACE]]
; CHECK:         %copy = addrspacecast ptr addrspace(5) %[[STACK]] to ptr
; CHECK:         store ptr %copy, ptr %arguments
; CHECK:         %[[SLOT:.*]] = getelementptr inbounds ptr, ptr %arguments, i64 2
; CHECK:         store ptr %[[PLACE]], ptr %[[SLOT]]
; CHECK:         store i32 0, ptr %[[PLACE]]
; CHECK-NEXT:    call void @__kmpc_parallel_60({{.*}}, ptr @threads, ptr null, ptr %arguments, i64 3, i32 0)
; CHECK:         call void @__kmpc_distribute_static_fini
; CHECK-NEXT:    %[[TEAM:.*]] = load i32, ptr %last
; CHECK-NEXT:    %[[MINE:.*]] = load i32, ptr %[[PLACE]]
; CHECK-NEXT:    %[[HAS:.*]] = icmp ne i32 %[[MINE]], 0
; CHECK-NEXT:    %[[BOTH:.*]] = select i1 %[[HAS]], i32 %[[TEAM]], i32 0
; CHECK-NEXT:    store i32 %[[BOTH]], ptr %last
; CHECK-NEXT:    load i32, ptr %last
; CHECK-NOT:     __kmpc_free_shared
define internal void @teams(ptr %to) {
  %array = alloca [2 x ptr], align 8, addrspace(5)
  %flag = alloca i32, align 4, addrspace(5)
  %arguments = addrspacecast ptr addrspace(5) %array to ptr
  %last = addrspacecast ptr addrspace(5) %flag to ptr
  %copy = call ptr @__kmpc_alloc_shared(i64 4)
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 92, ptr %last, ptr null, ptr null, ptr null, i32 1, i32 1)
  store ptr %copy, ptr %arguments
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @threads, ptr null, ptr %arguments, i64 2, i32 0)
  call void @__kmpc_distribute_static_fini(ptr null, i32 0)
  %has = load i32, ptr %last
  %is = icmp ne i32 %has, 0
  br i1 %is, label %write, label %end
write:
  %value = load i32, ptr %copy
  store i32 %value, ptr %to
  br label %end
end:
  call void @__kmpc_free_shared(ptr %copy, i64 4)
  ret void
}

; CHECK-LABEL: define internal void @threads(
; CHECK-SAME:    ptr noalias %thread, ptr noalias %bound, ptr %copy, ptr %other, ptr [[REPORT:%.*]])
; CHECK:         call void @__kmpc_for_static_fini
; CHECK-NEXT:    %[[LAST:.*]] = load i32, ptr %last
; CHECK-NEXT:    store i32 %[[LAST]], ptr [[REPORT]]
define internal void @threads(ptr noalias %thread, ptr noalias %bound, ptr %copy, ptr %other) {
  %flag = alloca i32, align 4, addrspace(5)
  %last = addrspacecast ptr addrspace(5) %flag to ptr
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 33, ptr %last, ptr null, ptr null, ptr null, i32 1, i32 1)
  call void @__kmpc_for_static_fini(ptr null, i32 0)
  ret void
}

; With debug information, and a schedule that is not static.
; CHECK-LABEL: define internal void @debug_teams(
; CHECK:         call void @__kmpc_parallel_60({{.*}}, ptr @debug_threads, ptr null, ptr %array, i64 3, i32 0)
define internal void @debug_teams(ptr %to, ptr %copy) {
  %array.own = alloca [2 x ptr], align 8, addrspace(5)
  %array = addrspacecast ptr addrspace(5) %array.own to ptr
  %last.own = alloca i32, align 4, addrspace(5)
  %last = addrspacecast ptr addrspace(5) %last.own to ptr
  call void @__kmpc_distribute_static_init_8u(ptr null, i32 0, i32 91, ptr %last, ptr null, ptr null, ptr null, i64 1, i64 1)
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @debug_threads, ptr null, ptr %array, i64 2, i32 0)
  call void @__kmpc_distribute_static_fini(ptr null, i32 0)
  %has = load i32, ptr %last
  ret void
}
; CHECK-LABEL: define internal void @debug_threads(
; CHECK-SAME:    ptr %other, ptr [[REPORT:%.*]])
; CHECK-NEXT:    call void @debug_threads_debug__(ptr %thread, ptr %bound, ptr %copy, ptr %other, ptr [[REPORT]])
define internal void @debug_threads(ptr %thread, ptr %bound, ptr %copy, ptr %other) {
  call void @debug_threads_debug__(ptr %thread, ptr %bound, ptr %copy, ptr %other)
  ret void
}
; CHECK-LABEL: define internal void @debug_threads_debug__(
; CHECK-SAME:    ptr %other, ptr [[REPORT:%.*]])
; CHECK:         call void @__kmpc_dispatch_deinit
; CHECK-NEXT:    %[[LAST:.*]] = load i32, ptr %last
; CHECK-NEXT:    store i32 %[[LAST]], ptr [[REPORT]]
define internal void @debug_threads_debug__(ptr %thread, ptr %bound, ptr %copy, ptr %other) {
  %last.own = alloca i32, align 4, addrspace(5)
  %last = addrspacecast ptr addrspace(5) %last.own to ptr
  %more = call i32 @__kmpc_dispatch_next_8u(ptr null, i32 0, ptr %last, ptr null, ptr null, ptr null)
  call void @__kmpc_dispatch_deinit(ptr null, i32 0)
  ret void
}

; Nobody asks who has the last iteration.
; CHECK-LABEL: define internal void @plain(
; CHECK-NEXT:    %array.own = alloca [2 x ptr], align 8, addrspace(5)
; CHECK-NEXT:    %array = addrspacecast
; CHECK-NEXT:    %last.own = alloca i32, align 4, addrspace(5)
; CHECK-NEXT:    %last = addrspacecast
; CHECK-NEXT:    call void @__kmpc_distribute_static_init_4
; CHECK-NEXT:    call void @__kmpc_parallel_60({{.*}}, ptr @plain_threads, ptr null, ptr %array, i64 2, i32 0)
; CHECK-NEXT:    call void @__kmpc_distribute_static_fini
; CHECK-NEXT:    ret void
define internal void @plain() {
  %array.own = alloca [2 x ptr], align 8, addrspace(5)
  %array = addrspacecast ptr addrspace(5) %array.own to ptr
  %last.own = alloca i32, align 4, addrspace(5)
  %last = addrspacecast ptr addrspace(5) %last.own to ptr
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 92, ptr %last, ptr null, ptr null, ptr null, i32 1, i32 1)
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @plain_threads, ptr null, ptr %array, i64 2, i32 0)
  call void @__kmpc_distribute_static_fini(ptr null, i32 0)
  ret void
}
; CHECK-LABEL: define internal void @plain_threads(ptr %thread, ptr %bound, i64 %lower, i64 %upper)
define internal void @plain_threads(ptr %thread, ptr %bound, i64 %lower, i64 %upper) {
  ret void
}

; The main thread alone runs the team's code.
; CHECK-LABEL: define internal void @generic(
; CHECK:         call void @__kmpc_parallel_60({{.*}}, ptr @workers, ptr @wrapper, ptr %array, i64 2, i32 0)
; CHECK-NEXT:    call void @__kmpc_distribute_static_fini(ptr null, i32 0)
; CHECK-NEXT:    %has = load i32, ptr %last
; CHECK-NEXT:    ret void
define internal void @generic() {
  %array.own = alloca [2 x ptr], align 8, addrspace(5)
  %array = addrspacecast ptr addrspace(5) %array.own to ptr
  %last.own = alloca i32, align 4, addrspace(5)
  %last = addrspacecast ptr addrspace(5) %last.own to ptr
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 92, ptr %last, ptr null, ptr null, ptr null, i32 1, i32 1)
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @workers, ptr @wrapper, ptr %array, i64 2, i32 0)
  call void @__kmpc_distribute_static_fini(ptr null, i32 0)
  %has = load i32, ptr %last
  ret void
}
define internal void @workers(ptr %thread, ptr %bound, i64 %lower, i64 %upper) {
  ret void
}
define internal void @wrapper(i16 %level, i32 %thread) {
  ret void
}

declare ptr @__kmpc_alloc_shared(i64)
declare void @__kmpc_free_shared(ptr, i64)
declare void @__kmpc_distribute_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_distribute_static_init_8u(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)
declare void @__kmpc_distribute_static_fini(ptr, i32)
declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @__kmpc_dispatch_next_8u(ptr, i32, ptr, ptr, ptr, ptr)
declare void @__kmpc_dispatch_deinit(ptr, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
