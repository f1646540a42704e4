; Kernels of a GPU lose the barriers that order nothing among the threads of a team, and no others.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-redundant-barriers' -S < %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }
@guards_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 3, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@values_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@elements_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@around_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@calls_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@others_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@unaligned_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@tells_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@waits_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@stays_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@dynamic_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@generic_kernel_environment = constant %environment { %configuration { i8 0, i8 0, i8 1, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

@index = internal addrspace(3) global i32 poison
@sum = internal addrspace(3) global double poison
@result = internal addrspace(1) global i32 0
@done = internal addrspace(1) global i32 0
@records = internal addrspace(3) global [128 x double] poison
@any = external addrspace(3) global [0 x double]
@more = external addrspace(3) global [0 x double]

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @unknown()

; Of the barriers in a turn two are left: that before the region, for what the
; first thread stores and the others load, and one behind it, as that thread
; stores the next row there. What it does at the end is for it alone, as are then
; the loads of the values that it needs.
define ptx_kernel void @guards(i32 %rows, ptr %out) {
; CHECK-LABEL: define ptx_kernel void @guards(
; CHECK-NOT: barrier
; CHECK: store i32 %row, ptr addrspace(3) @index
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: load i32, ptr addrspace(3) @index
; CHECK-NOT: barrier
; CHECK: write.sum:
; CHECK-NEXT: %of = load i32, ptr addrspace(3) @index
; CHECK-NEXT: %total = load double, ptr addrspace(3) @sum
; CHECK: behind:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NOT: barrier
; CHECK: ret void
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is.first = icmp eq i32 %thread, 0
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %turn
turn:
  %row = phi i32 [ 0, %entry ], [ %next, %behind ]
  br i1 %is.first, label %prepare, label %region
prepare:
  store i32 %row, ptr addrspace(3) @index
  store double 0.0, ptr addrspace(3) @sum
  br label %region
region:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %mine = load i32, ptr addrspace(3) @index
  %value = uitofp i32 %mine to double
  br i1 %is.first, label %add, label %after
add:
  store double %value, ptr addrspace(3) @sum
  br label %after
after:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %of = load i32, ptr addrspace(3) @index
  %total = load double, ptr addrspace(3) @sum
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is.first, label %write.sum, label %behind
write.sum:
  %place = getelementptr double, ptr %out, i32 %of
  store double %total, ptr %place
  br label %behind
behind:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %row, 1
  %is.last = icmp eq i32 %next, %rows
  br i1 %is.last, label %done, label %turn
done:
  ret void
}

; The value that all threads need is written in the next turn: both stay.
define ptx_kernel void @values(i32 %rows, ptr %out) {
; CHECK-LABEL: define ptx_kernel void @values(
; CHECK: store i32 %row
; CHECK: barrier.cta.sync.aligned.all
; CHECK: load i32
; CHECK: barrier.cta.sync.aligned.all
; CHECK: ret void
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is.other = icmp ne i32 %thread, 0
  br label %turn
turn:
  %row = phi i32 [ 0, %entry ], [ %next, %region ]
  br i1 %is.other, label %region, label %prepare
prepare:
  store i32 %row, ptr addrspace(3) @index
  br label %region
region:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %mine = load i32, ptr addrspace(3) @index
  %place = getelementptr i32, ptr %out, i32 %thread
  store i32 %mine, ptr %place
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %row, 1
  %is.last = icmp eq i32 %next, %rows
  br i1 %is.last, label %done, label %turn
done:
  ret void
}

; Elements of an array may be those of other threads, whatever the indices.
define ptx_kernel void @elements(ptr %out) {
; CHECK-LABEL: define ptx_kernel void @elements(
; CHECK: store
; CHECK: barrier.cta.sync.aligned.all
; CHECK: load
; CHECK: ret void
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %above = add i32 %thread, 1
  %mine = getelementptr double, ptr addrspace(3) @records, i32 %thread
  %other = getelementptr double, ptr addrspace(3) @records, i32 %above
  store double 1.0, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %value = load double, ptr addrspace(3) %other
  %place = getelementptr double, ptr %out, i32 %thread
  store double %value, ptr %place
  ret void
}

; What is before the barrier at the end of a turn meets the begin of the next.
define ptx_kernel void @around(i32 %rows, ptr %out) {
; CHECK-LABEL: define ptx_kernel void @around(
; CHECK: barrier.cta.sync.aligned.all
; CHECK: ret void
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr double, ptr addrspace(3) @records, i32 %thread
  %other = getelementptr double, ptr %out, i32 %thread
  br label %turn
turn:
  %row = phi i32 [ 0, %entry ], [ %next, %turn ]
  %value = load double, ptr addrspace(3) @records
  store double %value, ptr %other
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store double 1.0, ptr addrspace(3) %mine
  %next = add i32 %row, 1
  %is.last = icmp eq i32 %next, %rows
  br i1 %is.last, label %done, label %turn
done:
  ret void
}

; An unknown function may do anything, and so may inline assembly.
define ptx_kernel void @calls(ptr %out) {
; CHECK-LABEL: define ptx_kernel void @calls(
; CHECK: barrier.cta.sync.aligned.all
; CHECK: call void @unknown
; CHECK: barrier.cta.sync.aligned.all
; CHECK: call void asm
; CHECK: ret void
  store double 1.0, ptr %out
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @unknown()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "exit;", "~{memory}"()
  ret void
}

; Barriers of fewer threads, or of another number, do not order what these do.
define ptx_kernel void @others(ptr %out) {
; CHECK-LABEL: define ptx_kernel void @others(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr double, ptr addrspace(3) @records, i32 %thread
  store double 1.0, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %value = load double, ptr addrspace(3) @records
  %place = getelementptr double, ptr %out, i32 %thread
  store double %value, ptr %place
  ret void
}

; Threads may come to different barriers that are not aligned, unless all come
; there as often as to an aligned one.
define ptx_kernel void @unaligned(i1 %some, ptr %out) {
; CHECK-LABEL: define ptx_kernel void @unaligned(
; CHECK: one:
; CHECK-NEXT: barrier.cta.sync.all
; CHECK: other:
; CHECK-NEXT: barrier.cta.sync.all
; CHECK: done:
; CHECK-NEXT: ret void
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is.lower = icmp ult i32 %thread, 32
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br i1 %is.lower, label %one, label %other
one:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %done
other:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br label %done
done:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

; What other teams may be told of by an atomic update, or have told so, is done.
define ptx_kernel void @tells() {
; CHECK-LABEL: define ptx_kernel void @tells(
; CHECK: store i32 1, ptr addrspace(1) @result
; CHECK: barrier.cta.sync.aligned.all
; CHECK: atomicrmw add ptr addrspace(1) @done
; CHECK: barrier.cta.sync.aligned.all
; CHECK: load i32, ptr addrspace(1) @result
; CHECK: ret void
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is.first = icmp eq i32 %thread, 0
  store i32 1, ptr addrspace(1) @result
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is.first, label %tell, label %behind
tell:
  %old = atomicrmw add ptr addrspace(1) @done, i32 1 seq_cst
  br label %behind
behind:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %value = load i32, ptr addrspace(1) @result
  store i32 %value, ptr addrspace(3) @index
  ret void
}

; So is what waits for another team: it stays before the loads of the others.
define ptx_kernel void @waits() {
; CHECK-LABEL: define ptx_kernel void @waits(
; CHECK: load atomic i32, ptr addrspace(1) @done
; CHECK: barrier.cta.sync.aligned.all
; CHECK: load i32, ptr addrspace(1) @result
; CHECK: ret void
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is.first = icmp eq i32 %thread, 0
  br i1 %is.first, label %wait, label %behind
wait:
  %told = load atomic i32, ptr addrspace(1) @done acquire, align 4
  %is.told = icmp ne i32 %told, 0
  br i1 %is.told, label %behind, label %wait
behind:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %value = load i32, ptr addrspace(1) @result
  store i32 %value, ptr addrspace(3) @index
  ret void
}

; A load of what other teams may change stays before the barrier behind which
; they may be told to.
define ptx_kernel void @stays(ptr addrspace(1) %in, ptr addrspace(1) %out) {
; CHECK-LABEL: define ptx_kernel void @stays(
; CHECK: load i32, ptr addrspace(1) %in
; CHECK: br i1
; CHECK: ret void
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is.first = icmp eq i32 %thread, 0
  %value = load i32, ptr addrspace(1) %in
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is.first, label %tell, label %behind
tell:
  store i32 %value, ptr addrspace(1) %out
  br label %behind
behind:
  ret void
}

; Arrays of dynamic memory are all at the same place.
define ptx_kernel void @dynamic() {
; CHECK-LABEL: define ptx_kernel void @dynamic(
; CHECK: barrier.cta.sync.aligned.all
; CHECK: ret void
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr double, ptr addrspace(3) @any, i32 %thread
  store double 1.0, ptr addrspace(3) %mine
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %value = load double, ptr addrspace(3) @more
  store double %value, ptr addrspace(3) @records
  ret void
}

; Threads of generic kernels wait for each other in different places, and of
; other kernels nothing is known.
define ptx_kernel void @generic() {
; CHECK-LABEL: define ptx_kernel void @generic(
; CHECK: barrier.cta.sync.aligned.all
; CHECK: ret void
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

define ptx_kernel void @no_environment() {
; CHECK-LABEL: define ptx_kernel void @no_environment(
; CHECK: barrier.cta.sync.aligned.all
; CHECK: ret void
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
