; What is guarded for a kernel that was made SPMD others run without guards, in copies: the main threads of generic
; kernels alone, and the threads of kernels that clang made SPMD and of parallel regions each for itself.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-avoid-faults,ompjit-avoid-faults,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

%environment = type { { i8, i8, i8, i32, i32, i32, i32, i32, i32 }, ptr, ptr }
@spmd_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 0, i8 0, i8 3, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@generic_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 0, i8 0, i8 1, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@spmd_from_clang_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@alone_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 0, i8 0, i8 3, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@found.guarded.output.alloc = internal addrspace(3) global i32 poison

declare i32 @__kmpc_get_hardware_thread_id_in_block()
declare void @__kmpc_barrier_simple_spmd(ptr, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)

; CHECK-LABEL: define ptx_kernel void @spmd(
; CHECK-NEXT:    call void @outer(ptr %place)
; CHECK-NEXT:    call void @unguarded(ptr %place)
; CHECK-NEXT:    call void @__kmpc_parallel_60({{.*}} ptr @region,
define ptx_kernel void @spmd(ptr %place) {
  call void @outer(ptr %place)
  call void @unguarded(ptr %place)
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @region, ptr null, ptr %place, i64 1, i32 0)
  ret void
}

; Without a region the first thread comes alone.
; CHECK-LABEL: define ptx_kernel void @alone(
; CHECK:         call void @outer(ptr %place)
; CHECK:         br i1 %others,
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         call void @outer.unguarded(ptr %place)
define ptx_kernel void @alone(ptr %place) {
  call void @outer(ptr %place)
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %others = icmp ne i32 %thread, 0
  br i1 %others, label %exit, label %code
code:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  call void @outer(ptr %place)
  ret void
exit:
  ret void
}

; CHECK-LABEL: define internal void @region(
; CHECK-NEXT:    call void @outer.unguarded(ptr %place)
define internal void @region(ptr %place) {
  call void @outer(ptr %place)
  ret void
}

; The program's, which may be called in front of regions as well.
; CHECK-LABEL: define internal void @also_called(
; CHECK-NEXT:    call void @outer(ptr %place)
@Pointer = global ptr @also_called
define internal void @also_called(ptr %place) {
  call void @outer(ptr %place)
  ret void
}
define internal void @calls(ptr %place) {
  call void @also_called(ptr %place)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @generic(
; CHECK-NEXT:    call void @outer.unguarded(ptr %place)
; CHECK-NEXT:    call void @inner.unguarded(ptr %place)
; CHECK-NEXT:    call void @unguarded(ptr %place)
define ptx_kernel void @generic(ptr %place) {
  call void @outer(ptr %place)
  call void @inner(ptr %place)
  call void @unguarded(ptr %place)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @spmd_from_clang(
; CHECK-NEXT:    call void @outer.unguarded(ptr %place)
; CHECK-NEXT:    call i32 @finds.unguarded(ptr %place)
define ptx_kernel void @spmd_from_clang(ptr %place) {
  call void @outer(ptr %place)
  %found = call i32 @finds(ptr %place)
  store i32 %found, ptr %place
  ret void
}

; CHECK-LABEL: define hidden void @outer(
; CHECK-NEXT:    call void @inner(ptr %place){{$}}
define hidden void @outer(ptr %place) {
  call void @inner(ptr %place) nosync memory(argmem: readwrite)
  ret void
}

; What it was known not to do it does since it has guards.
; CHECK-LABEL: define internal void @inner(
; CHECK-SAME:    ) [[INNER:#[0-9]+]] {
; CHECK:         br i1 %first,
; CHECK:         call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
define internal void @inner(ptr %place) nosync nounwind memory(argmem: readwrite) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %value = load i32, ptr %place
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  %next = add i32 %value, 1
  store i32 %next, ptr %place
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  %others = icmp ne i32 %thread, 0
  br i1 %others, label %end, label %again
again:
  store i32 0, ptr %place
  br label %end
end:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; What the first thread finds is for all, in a copy for its thread alone.
; CHECK-LABEL: define internal i32 @finds(
; CHECK:         store i32 %value, ptr addrspace(3) @found.guarded.output.alloc
; CHECK:         load i32, ptr addrspace(3) @found.guarded.output.alloc
define internal i32 @finds(ptr %place) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  %value = load volatile i32, ptr %place
  store i32 %value, ptr addrspace(3) @found.guarded.output.alloc
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  %all = load i32, ptr addrspace(3) @found.guarded.output.alloc
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  %high = icmp ugt i32 %thread, 64
  %sum = select i1 %high, i32 %all, i32 0
  ret i32 %sum
}

; CHECK-LABEL: define void @unguarded(
define void @unguarded(ptr %place) {
  store i32 1, ptr %place
  ret void
}

; CHECK-LABEL: define internal void @outer.unguarded(
; CHECK-NEXT:    call void @inner.unguarded(
; CHECK-LABEL: define internal void @inner.unguarded(
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         br i1 true,
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         br i1 false,
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         ret void
; CHECK-LABEL: define internal i32 @finds.unguarded(
; CHECK:         %[[OWN:.*]] = alloca i32
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK:         br i1 true,
; CHECK:         store i32 %value, ptr %[[OWN]]
; CHECK:         %all = load i32, ptr %[[OWN]]
; CHECK-NEXT:    %high = icmp ugt i32 %thread, 64
; CHECK-NOT:     __kmpc_barrier_simple_spmd
; CHECK-NOT:   .unguarded

; CHECK:       attributes [[INNER]] = { convergent nounwind }
