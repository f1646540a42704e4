; Where the first thread writes for all of its block, it waits before as well, if the others may still read.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-avoid-faults,ompjit-avoid-faults,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@shared = internal addrspace(3) global i32 poison
declare i32 @__kmpc_get_hardware_thread_id_in_block()
declare void @__kmpc_barrier_simple_spmd(ptr, i32)

; CHECK-LABEL: define void @read(
; CHECK:       load i32, ptr addrspace(3) @shared
; CHECK-NEXT:  icmp
; CHECK-NEXT:  call void @__kmpc_barrier_simple_spmd(ptr null, i32 0)
; CHECK-NEXT:  br i1
; CHECK:       store i32
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
; CHECK-NOT:   __kmpc_barrier_simple_spmd
; CHECK:       ret void
define void @read() {
  %thread = call i32 @__kmpc_get_hardware_thread_id_in_block()
  %value = load i32, ptr addrspace(3) @shared
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %guarded, label %barrier
guarded:
  %next = add i32 %value, 1
  store i32 %next, ptr addrspace(3) @shared
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 %thread)
  ret void
}

; They waited already.
; CHECK-LABEL: define void @waited(
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 1)
; CHECK-NEXT:  br i1
; CHECK:       call void @__kmpc_barrier_simple_spmd(ptr null, i32 2)
; CHECK-NOT:   __kmpc_barrier_simple_spmd
; CHECK:       ret void
define void @waited(i1 %first) {
  %value = load i32, ptr addrspace(3) @shared
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 1)
  br i1 %first, label %guarded, label %barrier
guarded:
  store i32 %value, ptr addrspace(3) @shared
  br label %barrier
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 2)
  ret void
}

; Not all threads come to the branch's end.
; CHECK-LABEL: define void @elsewhere(
; CHECK:       load i32
; CHECK-NEXT:  br i1
define void @elsewhere(i1 %first) {
  %value = load i32, ptr addrspace(3) @shared
  br i1 %first, label %guarded, label %other
guarded:
  store i32 %value, ptr addrspace(3) @shared
  br i1 %first, label %barrier, label %other
other:
  ret void
barrier:
  call void @__kmpc_barrier_simple_spmd(ptr null, i32 2)
  ret void
}
