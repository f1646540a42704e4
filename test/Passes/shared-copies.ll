; Copies that a region's threads share are as large as what they are copies of,
; and in a generic kernel where workers can reach them.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-shared-copies,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Of references: by what the region's parameter says, by an access, by a call,
; and one that is 8 bytes large.
; CHECK-LABEL: define internal void @spmd(
; CHECK:         %told = call align 16 ptr @__kmpc_alloc_shared(i64 32)
; CHECK-NEXT:    %seen = call align 16 ptr @__kmpc_alloc_shared(i64 48)
; CHECK-NEXT:    %object = call align 16 ptr @__kmpc_alloc_shared(i64 40)
; CHECK-NEXT:    %copied = call align 16 ptr @__kmpc_alloc_shared(i64 56)
; CHECK-NEXT:    %small = call align 8 ptr @__kmpc_alloc_shared(i64 8)
; CHECK:         call void @__kmpc_free_shared(ptr %small, i64 8)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %copied, i64 56)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %object, i64 40)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %seen, i64 48)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %told, i64 32)
define internal void @spmd(ptr %from) {
  %array = alloca [1 x ptr], align 8
  %reference = alloca ptr, align 8
  %told = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  %seen = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  %object = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  %copied = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  %small = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  store ptr %told, ptr %array
  store ptr %seen, ptr %reference
  %referred = load ptr, ptr %reference
  %element = getelementptr inbounds [6 x double], ptr %referred, i64 0, i64 1
  store double 1.0, ptr %element
  call void @construct(ptr dereferenceable(40) %object)
  call void @llvm.memcpy.p0.p0.i64(ptr %copied, ptr %from, i64 56, i1 false)
  store i64 1, ptr %small
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @threads, ptr null, ptr %array, i64 1, i32 0)
  call void @__kmpc_free_shared(ptr %small, i64 8)
  call void @__kmpc_free_shared(ptr %copied, i64 8)
  call void @__kmpc_free_shared(ptr %object, i64 8)
  call void @__kmpc_free_shared(ptr %seen, i64 8)
  call void @__kmpc_free_shared(ptr %told, i64 8)
  ret void
}
define internal void @threads(ptr %thread, ptr %bound, ptr dereferenceable(32) %shared) {
  ret void
}

; CHECK-LABEL: define internal void @generic(
; CHECK-NEXT:    %array = alloca [2 x ptr], align 8
; CHECK-NEXT:    %own = alloca i32, align 4
; CHECK-NEXT:    %copy = call align 16 ptr @__kmpc_alloc_shared(i64 16)
; CHECK-NEXT:    store i32 0, ptr %own
; CHECK:         store ptr %copy, ptr %array
; CHECK:         call void @__kmpc_free_shared(ptr %copy, i64 16)
; CHECK-NEXT:    ret void
define internal void @generic(i64 %value) {
  %array = alloca [2 x ptr], align 8
  %copy = alloca [4 x i32], align 4
  %own = alloca i32, align 4
  store i32 0, ptr %own
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 92, ptr %own, ptr null, ptr null, ptr null, i32 1, i32 1)
  store ptr %copy, ptr %array
  %second = getelementptr inbounds [2 x ptr], ptr %array, i64 0, i64 1
  %number = inttoptr i64 %value to ptr
  store ptr %number, ptr %second
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @workers, ptr @wrapper, ptr %array, i64 2, i32 0)
  ret void
}
define internal void @workers(ptr %thread, ptr %bound, ptr %copy, i64 %value) {
  ret void
}
define internal void @wrapper(i16 %level, i32 %thread) {
  ret void
}

; What a region reaches by what it shares: a lambda that another one holds, what
; a constructor was given, and what a function may have returned; not a variable
; whose value alone is used.
; CHECK-LABEL: define internal void @reached(
; CHECK-NEXT:    %array = alloca [3 x ptr], align 8
; CHECK-NEXT:    %inner = alloca [1 x ptr], align 8
; CHECK-NEXT:    %value = alloca i32, align 4
; CHECK-NEXT:    %holder.addr = alloca ptr, align 8
; CHECK-NEXT:    %larger = alloca ptr, align 8
; CHECK-NOT:     alloca
; CHECK-DAG:     %captured = call align 16 ptr @__kmpc_alloc_shared(i64 4)
; CHECK-DAG:     %given = call align 16 ptr @__kmpc_alloc_shared(i64 4)
; CHECK-DAG:     %first = call align 16 ptr @__kmpc_alloc_shared(i64 4)
; CHECK-DAG:     %second = call align 16 ptr @__kmpc_alloc_shared(i64 4)
; CHECK:         store i32 0, ptr %value
define internal void @reached() {
  %array = alloca [3 x ptr], align 8
  %captured = alloca i32, align 4
  %inner = alloca [1 x ptr], align 8
  %value = alloca i32, align 4
  %given = alloca i32, align 4
  %first = alloca i32, align 4
  %second = alloca i32, align 4
  %holder.addr = alloca ptr, align 8
  %larger = alloca ptr, align 8
  %lambda = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  %holder = call align 8 ptr @__kmpc_alloc_shared(i64 8)
  store i32 0, ptr %value
  %number = load i32, ptr %value
  store i32 %number, ptr %captured
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 92, ptr %value, ptr null, ptr null, ptr null, i32 1, i32 1)
  store ptr %captured, ptr %inner
  call void @llvm.memcpy.p0.p0.i64(ptr %lambda, ptr %inner, i64 8, i1 false)
  store ptr %lambda, ptr %array
  store ptr %holder, ptr %holder.addr
  %this = load ptr, ptr %holder.addr
  call void @construct.from(ptr %holder, ptr %given)
  %at1 = getelementptr inbounds [3 x ptr], ptr %array, i64 0, i64 1
  store ptr %this, ptr %at1
  %either = call ptr @larger(ptr %first, ptr %second)
  store ptr %either, ptr %larger
  %reference = load ptr, ptr %larger
  %at2 = getelementptr inbounds [3 x ptr], ptr %array, i64 0, i64 2
  store ptr %reference, ptr %at2
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @reachers, ptr @wrapper, ptr %array, i64 3, i32 0)
  call void @__kmpc_free_shared(ptr %holder, i64 8)
  call void @__kmpc_free_shared(ptr %lambda, i64 8)
  ret void
}
define internal void @reachers(ptr %thread, ptr %bound, ptr %lambda, ptr %holder, ptr %larger) {
  ret void
}

declare ptr @larger(ptr, ptr)
declare void @construct.from(ptr, ptr)
declare ptr @__kmpc_alloc_shared(i64)
declare void @__kmpc_free_shared(ptr, i64)
declare void @construct(ptr)
declare void @__kmpc_distribute_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
