; What each thread only finds of its own in the team's memory is in registers, and
; what all threads compute alike is no value of memory either.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-team-memory,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@own = internal addrspace(3) global [64 x i16] undef
@others = internal addrspace(3) global [64 x i16] undef
@called = internal addrspace(3) global [64 x i16] undef
@size = internal addrspace(3) global i16 undef
@thread = internal addrspace(3) global i32 undef
@ratio = internal addrspace(3) global i32 undef

; CHECK-LABEL: define ptx_kernel void @places(
; CHECK-NOT:   @own
; CHECK:       call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK-NEXT:  store i16 7, ptr %out
; CHECK:       %other = load i16, ptr addrspace(3)
; CHECK:       call void @change()
; CHECK:       %value = load i16, ptr addrspace(3)
define ptx_kernel void @places(ptr %out, i64 %i) {
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %id to i64
  %a = getelementptr inbounds i16, ptr addrspace(3) @own, i64 %wide
  store i16 7, ptr addrspace(3) %a
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %b = getelementptr inbounds i16, ptr addrspace(3) @own, i32 %id
  %mine = load i16, ptr addrspace(3) %b
  store i16 %mine, ptr %out

  ; One that another thread may write.
  %c = getelementptr inbounds i16, ptr addrspace(3) @others, i64 %wide
  store i16 7, ptr addrspace(3) %c
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %d = getelementptr inbounds i16, ptr addrspace(3) @others, i64 %i
  %other = load i16, ptr addrspace(3) %d
  store i16 %other, ptr %out

  ; One that a function writes.
  %e = getelementptr inbounds i16, ptr addrspace(3) @called, i64 %wide
  store i16 7, ptr addrspace(3) %e
  call void @change()
  %value = load i16, ptr addrspace(3) %e
  store i16 %value, ptr %out
  ret void
}

define internal void @change() noinline {
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr inbounds i16, ptr addrspace(3) @called, i32 %id
  store i16 8, ptr addrspace(3) %a
  ret void
}

; CHECK-LABEL: define ptx_kernel void @values(
; CHECK-NOT:   @size
; CHECK:       %[[AGAIN:[0-9]+]] = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK:       %[[SHORT:[0-9]+]] = trunc i32 %[[AGAIN]] to i16
; CHECK-NEXT:  store i16 %[[SHORT]], ptr %out
; CHECK:       load i32, ptr addrspace(3) @thread
; CHECK:       load i32, ptr addrspace(3) @ratio
define ptx_kernel void @values(ptr %out, i32 %n) {
  %all = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %short = trunc nuw i32 %all to i16
  store i16 %short, ptr addrspace(3) @size
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %id, ptr addrspace(3) @thread
  %quotient = udiv i32 %all, %n
  store i32 %quotient, ptr addrspace(3) @ratio
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  %s = load i16, ptr addrspace(3) @size
  store i16 %s, ptr %out
  %t = load i32, ptr addrspace(3) @thread
  store i32 %t, ptr %out
  %r = load i32, ptr addrspace(3) @ratio
  store i32 %r, ptr %out
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
