; The threads of an SPMD kernel's region share the first one's copy of what they write to.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-tight-regions,verify -S %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; Written by all, through a reference; written where the loop's last iteration
; was, where the reduction's result is, and read.
; CHECK: @shared.copies = internal addrspace(3) global [1 x ptr] poison
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK:         %[[FIRST:.*]] = icmp eq i32 %{{.*}}, 0
; CHECK:         br i1 %[[FIRST]]
; CHECK:         %[[PLACE:.*]] = call align 16 ptr @__kmpc_alloc_shared(i64 4)
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %[[PLACE]], ptr %written, i64 4, i1 false)
; CHECK-NEXT:    store ptr %[[PLACE]], ptr addrspace(3) @shared.copies
; CHECK:         call void @__kmpc_barrier_simple_generic(
; CHECK:         %[[SHARED:.*]] = load ptr, ptr addrspace(3) @shared.copies
; CHECK-NEXT:    %[[AT:.*]] = getelementptr inbounds ptr, ptr %array, i64 0
; CHECK-NEXT:    %[[OWN:.*]] = load ptr, ptr %[[AT]]
; CHECK-NEXT:    %[[TO:.*]] = ptrtoint ptr %[[OWN]] to i64
; CHECK-NEXT:    %[[FROM:.*]] = ptrtoint ptr %written to i64
; CHECK-NEXT:    %[[OFFSET:.*]] = sub i64 %[[TO]], %[[FROM]]
; CHECK-NEXT:    %[[THERE:.*]] = getelementptr i8, ptr %[[SHARED]], i64 %[[OFFSET]]
; CHECK-NEXT:    store ptr %[[THERE]], ptr %[[AT]]
; CHECK-NEXT:    call void @__kmpc_parallel_60(
; CHECK-NEXT:    call void @__kmpc_barrier_simple_generic(
; CHECK:         %[[BACK:.*]] = load ptr, ptr addrspace(3) @shared.copies
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %written, ptr %[[BACK]], i64 4, i1 false)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %[[BACK]], i64 4)
; CHECK-NOT:     __kmpc_alloc_shared(
; CHECK:         ret void
define ptx_kernel void @kernel() {
  %array = alloca [4 x ptr]
  %written = alloca i32
  %last = alloca i32
  %sum = alloca i32
  %read = alloca i32
  store i32 1, ptr %written
  store ptr %written, ptr %array
  %1 = getelementptr inbounds ptr, ptr %array, i64 1
  store ptr %last, ptr %1
  %2 = getelementptr inbounds ptr, ptr %array, i64 2
  store ptr %sum, ptr %2
  %3 = getelementptr inbounds ptr, ptr %array, i64 3
  store ptr %read, ptr %3
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @body, ptr null, ptr %array, i64 4, i32 0)
  ret void
}
define internal void @body(ptr %thread, ptr %bound, ptr %written, ptr %last, ptr %sum, ptr %read) {
  %reference = alloca ptr
  %is.last = alloca i32
  store ptr %written, ptr %reference
  %again = load ptr, ptr %reference
  %old = atomicrmw add ptr %again, i32 1 monotonic
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 33, ptr %is.last, ptr null, ptr null, ptr null, i32 1, i32 1)
  %value = call i32 @only.reads(ptr %read)
  %flag = load i32, ptr %is.last
  %has.last = icmp ne i32 %flag, 0
  br i1 %has.last, label %then, label %behind
then:
  store i32 %value, ptr %last
  br label %behind
behind:
  %who = call i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr null, i64 4, ptr null, ptr null, ptr null)
  %has.result = icmp eq i32 %who, 1
  br i1 %has.result, label %result, label %end
result:
  store i32 %value, ptr %sum
  br label %end
end:
  ret void
}
define internal i32 @only.reads(ptr %from) {
  %value = load i32, ptr %from
  ret i32 %value
}

; What each iteration sets before it reads it was to be private; not where threads
; wait for each other, nor where the code around the region goes on with it.
; CHECK-LABEL: define ptx_kernel void @unordered(
; CHECK-NOT:     __kmpc_barrier_simple_generic
; CHECK:         ret void
define ptx_kernel void @unordered() {
  %array = alloca [1 x ptr]
  %scratch = alloca i32
  store ptr %scratch, ptr %array
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @sets, ptr null, ptr %array, i64 1, i32 0)
  ret void
}
define internal void @sets(ptr %thread, ptr %bound, ptr %scratch) {
  store i32 1, ptr %scratch
  ret void
}
; CHECK-LABEL: define ptx_kernel void @ordered(
; CHECK:         __kmpc_barrier_simple_generic
define ptx_kernel void @ordered() {
  %array = alloca [1 x ptr]
  %shared = alloca i32
  store ptr %shared, ptr %array
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @sets.and.waits, ptr null, ptr %array, i64 1, i32 0)
  ret void
}
define internal void @sets.and.waits(ptr %thread, ptr %bound, ptr %shared) {
  store i32 1, ptr %shared
  call void @__kmpc_barrier(ptr null, i32 0)
  ret void
}
; CHECK-LABEL: define ptx_kernel void @used(
; CHECK:         __kmpc_barrier_simple_generic
; CHECK:         %after = load i32, ptr %sum
define ptx_kernel void @used(ptr %to) {
  %array = alloca [1 x ptr]
  %sum = alloca i32
  store ptr %sum, ptr %array
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @sets, ptr null, ptr %array, i64 1, i32 0)
  %after = load i32, ptr %sum
  store i32 %after, ptr %to
  ret void
}

; A section of an array, by a pointer to where the array would begin: one that
; the region gets, and one in a variable that it gets.
; CHECK-LABEL: define ptx_kernel void @section(
; CHECK:         %[[PLACE:.*]] = call align 16 ptr @__kmpc_alloc_shared(i64 16)
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %[[PLACE]], ptr %copy, i64 16, i1 false)
; CHECK:         call void @__kmpc_barrier_simple_generic(
; CHECK-NEXT:    %[[SHARED:.*]] = load ptr,
; CHECK-NEXT:    %[[AT:.*]] = getelementptr inbounds ptr, ptr %array, i64 0
; CHECK-NEXT:    %[[OWN:.*]] = load ptr, ptr %[[AT]]
; CHECK:         %[[THERE:.*]] = getelementptr i8, ptr %[[SHARED]], i64
; CHECK-NEXT:    store ptr %[[THERE]], ptr %[[AT]]
; CHECK-NEXT:    %[[HELD:.*]] = load ptr, ptr %holder
; CHECK:         %[[ALSO:.*]] = getelementptr i8, ptr %[[SHARED]], i64
; CHECK-NEXT:    store ptr %[[ALSO]], ptr %holder
; CHECK-NEXT:    call void @__kmpc_parallel_60(
; CHECK-NEXT:    call void @__kmpc_barrier_simple_generic(
; CHECK-NEXT:    store ptr %[[HELD]], ptr %holder
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %{{.*}}, i64 16, i1 false)
; CHECK-NOT:     __kmpc_alloc_shared(
; CHECK:         ret void
define ptx_kernel void @section() {
  %array = alloca [2 x ptr]
  %copy = alloca [2 x i64]
  %holder = alloca ptr
  %begin = getelementptr i64, ptr %copy, i64 -3
  store ptr %begin, ptr %holder
  store ptr %begin, ptr %array
  %1 = getelementptr inbounds ptr, ptr %array, i64 1
  store ptr %holder, ptr %1
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @adds, ptr null, ptr %array, i64 2, i32 0)
  ret void
}
define internal void @adds(ptr %thread, ptr %bound, ptr %begin, ptr %holder) {
  %first = getelementptr i64, ptr %begin, i64 3
  %old = atomicrmw add ptr %first, i64 1 monotonic
  %held = load ptr, ptr %holder
  %second = getelementptr i64, ptr %held, i64 4
  %older = atomicrmw add ptr %second, i64 1 monotonic
  ret void
}

declare void @__kmpc_barrier(ptr, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr, i64, ptr, ptr, ptr)
