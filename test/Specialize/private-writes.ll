; What the first thread of a block writes behind a pointer that may lead to a thread's own variable, the others write there
; as well, behind the barrier.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-avoid-faults,ompjit-avoid-faults,verify | FileCheck %s
; RUN: sed -e 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/;s/alloca i32/&, addrspace(5)/;s/ptr %own/ptr addrspace(5) %own/' %s |  opt -load-pass-plugin=%specialize_plugin -S -o - \
; RUN:   -passes=ompjit-avoid-faults,verify | FileCheck --check-prefix=AMD %s

target triple = "nvptx64-nvidia-cuda"

@shared = internal addrspace(3) global i32 poison
declare i32 @__kmpc_get_hardware_thread_id_in_block()
declare void @__kmpc_barrier_simple_spmd(ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Both as far as anybody knows, and the address is asked once. What is only computed in between the others need as well.
; CHECK-LABEL: define void @store(
; CHECK:       %next = add i32 %value, 1
; CHECK:       %place = getelementptr i8, ptr %object, i64 4
; CHECK:       br i1 %first, label %guarded, label %barrier
; CHECK:       store i32 %next, ptr %place
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
; CHECK-NEXT:  %[[OTHER:.*]] = xor i1 %first, true
; CHECK-NEXT:  br i1 %[[OTHER]], label %[[OTHERS:.*]], label %[[BEHIND:.*]]
; CHECK:     [[OTHERS]]:
; CHECK-NEXT:  %[[OWN:.*]] = call i1 @llvm.nvvm.isspacep.local(ptr %object)
; CHECK-NEXT:  br i1 %[[OWN]], label %[[WRITE:.*]], label
; CHECK:     [[WRITE]]:
; CHECK-NEXT:  store i32 %next, ptr %place
; CHECK-NOT:   store
; CHECK:     [[BEHIND]]:
; CHECK-NEXT:  ret void
; AMD-LABEL: define void @store(
; AMD:         call i1 @llvm.amdgcn.is.private(ptr %object)
define void @store(ptr %object, i32 %value) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  %next = add i32 %value, 1
  %place = getelementptr i8, ptr %object, i64 4
  store i32 %next, ptr %place
  br label %end
end:
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; What an atomic operation found, the first thread hands over. On a variable of its own each does it.
; CHECK-LABEL: define void @atomic(
; CHECK:       %found = atomicrmw add ptr %counter, i32 1
; CHECK-NEXT:  store i32 %found, ptr addrspace(3) @[[HANDED:written.guarded.output.alloc]]
; CHECK-NEXT:  store i32 %found, ptr %to
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
; CHECK-NEXT:  %[[FOUND:.*]] = load i32, ptr addrspace(3) @[[HANDED]]
; CHECK:       call i1 @llvm.nvvm.isspacep.local(ptr %counter)
; CHECK:       atomicrmw add ptr %counter, i32 1
; CHECK:       call i1 @llvm.nvvm.isspacep.local(ptr %to)
; CHECK:       store i32 %[[FOUND]], ptr %to
define void @atomic(ptr %counter, ptr %to) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  %found = atomicrmw add ptr %counter, i32 1 monotonic
  store i32 %found, ptr %to
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; The source is written behind the copy, after all have copied.
; CHECK-LABEL: define void @copy(
; CHECK:       call void @llvm.memcpy{{.*}}(ptr %to, ptr %from
; CHECK-NOT:   store
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
; CHECK:       call i1 @llvm.nvvm.isspacep.local(ptr %to)
; CHECK:       call void @llvm.memcpy{{.*}}(ptr %to, ptr %from
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK-NEXT:  br i1 %first,
; CHECK:       store i32 1, ptr %from
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
; CHECK:       call i1 @llvm.nvvm.isspacep.local(ptr %from)
; CHECK:       store i32 1, ptr %from
; CHECK:       ret void
define void @copy(ptr %to, ptr %from) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  store i32 1, ptr %from
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; A variable of the function's own.
; CHECK-LABEL: define void @inlined(
; CHECK:       br i1 %others, label %barrier, label %guarded
; CHECK:       store i32 1, ptr %own
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
; CHECK-NEXT:  br i1 %others,
; CHECK-NOT:   isspacep
; CHECK:       store i32 1, ptr %own
define void @inlined() {
  %own = alloca i32
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %others = icmp ne i32 %thread, 0
  br i1 %others, label %barrier, label %guarded
guarded:
  store i32 1, ptr %own
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; All callers hand over what is shared; what was allocated is, too.
; CHECK-LABEL: define internal void @known(
; CHECK:       store i32 1, ptr %place
; CHECK:       store ptr %new, ptr addrspace(3)
; CHECK:       call void @__kmpc_barrier_simple_spmd(
; CHECK-NEXT:  ret void
define internal void @known(ptr %place) {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  store i32 1, ptr %place
  %new = call noalias ptr @malloc(i64 8)
  store i32 1, ptr %new
  store ptr %new, ptr addrspace(3) @pointer
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}
@pointer = internal addrspace(3) global ptr poison
declare noalias ptr @malloc(i64)

define ptx_kernel void @kernel(ptr %mapped) {
  call void @known(ptr %mapped)
  call void @known(ptr addrspacecast (ptr addrspace(3) @shared to ptr))
  ret void
}

; A condition of the program's in front of a barrier.
; CHECK-LABEL: define void @program(
; CHECK:       store i32 1, ptr %place
; CHECK:       call void @__kmpc_barrier_simple_spmd(
; CHECK-NEXT:  ret void
define void @program(ptr %place, i1 %condition) {
  br i1 %condition, label %write, label %barrier
write:
  store i32 1, ptr %place
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
  ret void
}
