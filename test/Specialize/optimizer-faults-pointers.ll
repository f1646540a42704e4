; What a load through a pointer reads that a loop moves among local values is not
; what the pointer was at first. Loads through other pointers are not touched.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-veil,openmp-opt,ompjit-unveil,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @largest(
; CHECK-NOT:   strip.invariant.group
; CHECK:       %[[LOCAL:.*]] = addrspacecast ptr %largest to ptr addrspace(5)
; CHECK-NEXT:  %[[A:.*]] = load i64, ptr addrspace(5) %[[LOCAL]]
; CHECK:       icmp ult i64 %[[A]],
; CHECK-NOT:   strip.invariant.group
define ptx_kernel void @largest(i64 %first, i64 %second, i64 %third, ptr %out) {
entry:
  %values = alloca [3 x i64]
  store i64 %first, ptr %values
  %at1 = getelementptr i8, ptr %values, i64 8
  store i64 %second, ptr %at1
  %at2 = getelementptr i8, ptr %values, i64 16
  store i64 %third, ptr %at2
  br label %loop
loop:
  %i = phi i64 [ 8, %entry ], [ %next, %loop ]
  %largest = phi ptr [ %values, %entry ], [ %larger, %loop ]
  %at = getelementptr i8, ptr %values, i64 %i
  %a = load i64, ptr %largest
  %b = load i64, ptr %at
  %less = icmp ult i64 %a, %b
  %larger = select i1 %less, ptr %at, ptr %largest
  %next = add i64 %i, 8
  %end = icmp eq i64 %next, 24
  br i1 %end, label %exit, label %loop
exit:
  %result = load i64, ptr %larger
  store i64 %result, ptr %out
  ret void
}

; The only value is known.
; CHECK-LABEL: @steps(
; CHECK:       store i64 %first, ptr %out
define ptx_kernel void @steps(i64 %first, ptr %out) {
  %value = alloca i64
  store i64 %first, ptr %value
  %result = load i64, ptr %value
  store i64 %result, ptr %out
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
