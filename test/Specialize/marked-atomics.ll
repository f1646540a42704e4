; LLVM's OpenMP optimiser takes what a region does under a lock at its end for done in step with all threads: it takes out
; the release, and what other threads wrote is not read. It knows of calls that they may wait, so atomics get one each.
; RUN: opt -S %s -passes=openmp-opt,verify | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-mark-atomics,openmp-opt,ompjit-unmark-atomics,verify' | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes=ompjit-mark-atomics,verify | FileCheck %s --check-prefix=MARK

target triple = "nvptx64-nvidia-cuda"

@is_spmd = internal addrspace(3) global i8 poison
@lock = internal addrspace(3) global i32 poison
@count = internal addrspace(3) global i32 poison

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; FAULT-LABEL: define ptx_kernel void @kernel(
; FAULT:         cmpxchg
; FAULT-NOT:     load i32, ptr addrspace(3) @count
; FAULT-NOT:     store atomic
; FAULT:         call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; FAULT-NEXT:    load i32, ptr addrspace(3) @count

; What the runtime keeps for the block is folded in both.
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NOT:     load i8, ptr addrspace(3) @is_spmd
; CHECK:         cmpxchg
; CHECK:         load i32, ptr addrspace(3) @count
; CHECK:         store atomic i32 0, ptr addrspace(3) @lock release
; CHECK:         call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT:    load i32, ptr addrspace(3) @count
; CHECK-NOT:     asm

; MARK:          call void asm sideeffect "", ""() [[SAYS:#[0-9]+]]
; MARK-NEXT:     store atomic i32 0, ptr addrspace(3) @lock release
; MARK:          call void asm sideeffect "", ""() [[SAYS]]
; MARK-NEXT:     cmpxchg
; MARK:          call void asm sideeffect "", ""() [[SAYS]]
; MARK-NEXT:     store atomic i32 0, ptr addrspace(3) @lock release
; MARK-NOT:      asm
; MARK:          attributes [[SAYS]] = { nounwind memory(inaccessiblemem: readwrite) "llvm.assume"="ompx_spmd_amenable,
define ptx_kernel void @kernel(ptr %out) #0 {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %thread, 0
  store i8 1, ptr addrspace(3) @is_spmd
  br i1 %first, label %initial, label %begin

initial:
  store atomic i32 0, ptr addrspace(3) @lock release, align 4
  store i32 0, ptr addrspace(3) @count
  br label %begin

begin:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %spmd = load i8, ptr addrspace(3) @is_spmd
  %generic = icmp eq i8 %spmd, 0
  br i1 %generic, label %exit, label %region

region:
  %one = and i32 %thread, 63
  %takes = icmp eq i32 %one, 0
  br i1 %takes, label %try, label %end

try:
  %pair = cmpxchg ptr addrspace(3) @lock, i32 0, i32 1 acq_rel acquire
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %under, label %try

under:
  %before = load i32, ptr addrspace(3) @count
  %after = add i32 %before, 3
  store i32 %after, ptr addrspace(3) @count
  store atomic i32 0, ptr addrspace(3) @lock release, align 4
  br label %end

end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %all = load i32, ptr addrspace(3) @count
  store i32 %all, ptr %out
  br label %exit

exit:
  ret void
}

attributes #0 = { "kernel" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
