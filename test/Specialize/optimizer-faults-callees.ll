; LLVM's OpenMP optimiser makes a call by a pointer a chain of comparisons, for
; all that any caller hands over; what is hidden from it stays as it is.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=openmp-opt,verify | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-veil,openmp-opt,ompjit-unveil,verify \
; RUN:   | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; FAULT-LABEL: define internal void @call(
; FAULT: icmp eq ptr %function, @{{first|second}}

; CHECK-LABEL: define internal void @call(
; CHECK-NEXT: call void %function(ptr %data)
; CHECK-NEXT: ret void
define internal void @call(ptr %function, ptr %data) noinline {
  call void %function(ptr %data)
  ret void
}

define ptx_kernel void @kernel_first(ptr %data) "kernel" {
  call void @call(ptr @first, ptr %data)
  ret void
}
define ptx_kernel void @kernel_second(ptr %data) "kernel" {
  call void @call(ptr @second, ptr %data)
  ret void
}

define internal void @first(ptr %data) noinline {
  store i32 1, ptr %data
  ret void
}
define internal void @second(ptr %data) noinline {
  store i32 2, ptr %data
  ret void
}

; Earlier passes may have noted what is called. Where nobody uses a result, an undefined pointer is compared.
; FAULT-LABEL: define void @unused(
; FAULT: icmp eq ptr undef, @{{one|two}}

; CHECK-LABEL: define void @unused(
; CHECK-NOT: undef
; CHECK: [[SECOND:%.*]] = call ptr @look_up{{.*}}(ptr %function)
; CHECK-NEXT: call i64 [[SECOND]](i64 0)
define void @unused() {
entry:
  br label %loop

loop:
  %first = call ptr @look_up(ptr null)
  %found = call i64 %first(i64 0), !callees !2
  %which = icmp eq i64 %found, 0
  %function = select i1 %which, ptr @one, ptr @two
  %second = call ptr @look_up(ptr %function)
  %result = call i64 %second(i64 0), !callees !2
  br label %loop
}

define i64 @one(i64 %x) {
  ret i64 0
}
define i64 @two(i64 %x) {
  ret i64 0
}
define ptr @look_up(ptr %function) {
entry:
  br label %end

end:
  %same = phi ptr [ %function, %entry ]
  ret ptr %same
}

; The program's own use of it is none of ours.
; CHECK-LABEL: define ptr @own(
; CHECK: call ptr @llvm.strip.invariant.group
define ptr @own(ptr %p) {
  %s = call ptr @llvm.strip.invariant.group.p0(ptr %p)
  ret ptr %s
}

declare ptr @llvm.strip.invariant.group.p0(ptr)

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
!2 = !{ptr @one, ptr @two}
