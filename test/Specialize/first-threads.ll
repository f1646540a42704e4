; LLVM's OpenMP optimiser takes what is behind a branch on the first thread's number for run by that thread alone, where
; others come to the same block: it takes out what one thread writes for another. It does not know the opposite branch.
; RUN: opt -S %s -passes=openmp-opt,verify | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes='ompjit-turn-branches,openmp-opt,verify' | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes=ompjit-turn-branches,verify | FileCheck %s --check-prefix=TURN

target triple = "nvptx64-nvidia-cuda"

@flag = internal addrspace(3) global i32 poison

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @other() #1

; FAULT-LABEL: define ptx_kernel void @kernel(
; FAULT-NOT:     store atomic i32 7
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK:         store atomic i32 7, ptr addrspace(3) @flag release
; TURN-LABEL:  define ptx_kernel void @kernel(
; TURN:          [[FIRST:%.*]] = icmp eq i32 %thread, 0
; TURN:          [[OTHERS:%.*]] = icmp ne i32 %thread, 0
; TURN-NEXT:     br i1 [[OTHERS]], label %others, label %all
define ptx_kernel void @kernel(ptr %out) #0 {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %all, label %others

others:
  call void @other()
  br label %all

all:
  %writes = icmp eq i32 %thread, 64
  br i1 %writes, label %write, label %read

read:
  %found = load atomic i32, ptr addrspace(3) @flag acquire, align 4
  store i32 %found, ptr %out
  br label %end

write:
  store atomic i32 7, ptr addrspace(3) @flag release, align 4
  br label %end

end:
  ret void
}

; Here the first thread is alone, through a block without code as well.
; TURN-LABEL: define ptx_kernel void @alone(
; TURN-NOT:     icmp ne
define ptx_kernel void @alone(ptr %out) #0 {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %only, label %end

only:
  store i32 1, ptr %out
  br label %end

end:
  ret void
}

; TURN-LABEL: define ptx_kernel void @empty(
; TURN:         br i1 {{.*}}, label %others, label %empty
define ptx_kernel void @empty() #0 {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %empty, label %others

empty:
  br label %end

others:
  call void @other()
  br label %end

end:
  ret void
}

attributes #0 = { "kernel" }
attributes #1 = { nosync nounwind }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
