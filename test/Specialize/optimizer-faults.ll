; Calls stay that LLVM's OpenMP optimiser takes out, and functions are what they are.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-avoid-faults,openmp-opt,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@variable = internal global i32 0

; CHECK-NOT: internalized
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK:       call void @add
; CHECK:       store i32
; CHECK:       call void @compare(ptr nonnull @known)
define ptx_kernel void @kernel(ptr %out) {
  call void @add(ptr @variable)
  %value = load i32, ptr @variable
  store i32 %value, ptr %out
  call void @compare(ptr nonnull @known)
  ret void
}

define internal void @add(ptr %to) noinline nounwind willreturn memory(argmem: readwrite) {
  %before = load i32, ptr %to
  %after = add i32 %before, 2
  store i32 %after, ptr %to
  ret void
}

define protected void @known() {
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  ret void
}

define void @compare(ptr %function) noinline {
  %is = icmp eq ptr %function, @known
  br i1 %is, label %yes, label %no
yes:
  call void @known()
  ret void
no:
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 60}
!1 = !{i32 7, !"openmp-device", i32 60}
