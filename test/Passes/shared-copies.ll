; Copies that a region's threads share are as large as what they are copies of,
; and in a generic kernel where workers can reach them.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-shared-copies,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Of references: by what the region's parameter says, by an access, by a call,
; and one that is 8 bytes large.
; CHECK-LABEL: define internal void @spmd(
; CHECK:         %told = call ptr @__kmpc_alloc_shared(i64 32)
; CHECK-NEXT:    %seen = call ptr @__kmpc_alloc_shared(i64 48)
; CHECK-NEXT:    %object = call ptr @__kmpc_alloc_shared(i64 40)
; CHECK-NEXT:    %copied = call ptr @__kmpc_alloc_shared(i64 56)
; CHECK-NEXT:    %small = call ptr @__kmpc_alloc_shared(i64 8)
; CHECK:         call void @__kmpc_free_shared(ptr %small, i64 8)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %copied, i64 56)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %object, i64 40)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %seen, i64 48)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %told, i64 32)
define internal void @spmd(ptr %from) {
  %array = alloca [1 x ptr], align 8
  %reference = alloca ptr, align 8
  %told = call ptr @__kmpc_alloc_shared(i64 8)
  %seen = call ptr @__kmpc_alloc_shared(i64 8)
  %object = call ptr @__kmpc_alloc_shared(i64 8)
  %copied = call ptr @__kmpc_alloc_shared(i64 8)
  %small = call ptr @__kmpc_alloc_shared(i64 8)
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
; CHECK-NEXT:    %copy = call ptr @__kmpc_alloc_shared(i64 16)
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

declare ptr @__kmpc_alloc_shared(i64)
declare void @__kmpc_free_shared(ptr, i64)
declare void @construct(ptr)
declare void @__kmpc_distribute_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
