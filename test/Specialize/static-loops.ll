; A thread computes its share of a loop without chunks as libomp does. libomp is asked for loops with chunks, where the
; runtime says so, and where it has no such function; for loops without iterations, and for those of 2^32.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-static-loops,verify -S %s | FileCheck %s
; Code of the host and of GPUs is left alone.
; RUN: sed s/openmp-device/openmp-other/ %s | opt -load-pass-plugin=%specialize_plugin -passes=ompjit-static-loops -S | FileCheck %s --check-prefix=SAME
; RUN: sed s/x86_64-pc-linux-gnu/nvptx64-nvidia-cuda/ %s | opt -load-pass-plugin=%specialize_plugin -passes=ompjit-static-loops -S | FileCheck %s --check-prefix=SAME
; SAME-NOT: __ompjit_share_of_loop

target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define void @int(
; CHECK: icmp ne ptr @__ompjit_share_of_loop, null
; CHECK: br i1 {{.*}}, label %knows, label %libomp
; CHECK: knows:
; CHECK: [[FIRST:%.*]] = load i32, ptr %lower
; CHECK: [[LAST:%.*]] = load i32, ptr %upper
; CHECK: [[LESS:%.*]] = sub i32 [[LAST]], [[FIRST]]
; CHECK: [[COUNT:%.*]] = add i32 [[LESS]], 1
; CHECK: [[SOME:%.*]] = icmp sle i32 [[FIRST]], [[LAST]]
; CHECK: [[FITS:%.*]] = icmp ne i32 [[COUNT]], 0
; CHECK: [[BOTH:%.*]] = and i1 [[SOME]], [[FITS]]
; CHECK: br i1 [[BOTH]], label %asks, label %libomp
; CHECK: asks:
; CHECK: [[SHARE:%.*]] = call i64 @__ompjit_share_of_loop()
; CHECK: [[IS:%.*]] = icmp ne i64 [[SHARE]], 0
; CHECK: br i1 [[IS]], label %own, label %libomp
; CHECK: own:
; CHECK: udiv i32 [[COUNT]],
; CHECK: urem i32 [[COUNT]],
; CHECK-DAG: store i32 {{.*}}, ptr %last
; CHECK-DAG: store i32 {{.*}}, ptr %lower
; CHECK-DAG: store i32 {{.*}}, ptr %upper
; CHECK-DAG: store i32 [[COUNT]], ptr %stride
; CHECK: libomp:
; CHECK-NEXT: call void @__kmpc_for_static_init_4(
define void @int(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride) {
  call void @__kmpc_for_static_init_4(ptr null, i32 %thread, i32 34, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
  ret void
}

; CHECK-LABEL: define void @size(
; CHECK: icmp ule i64
; CHECK: udiv i64
define void @size(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride) {
  call void @__kmpc_for_static_init_8u(ptr null, i32 %thread, i32 34, ptr %last, ptr %lower, ptr %upper, ptr %stride, i64 1, i64 1)
  ret void
}

; CHECK-LABEL: define void @chunks(
; CHECK-NOT: call {{.*}}share_of_loop()
; CHECK-LABEL: define void @distribute(
; CHECK-NOT: call {{.*}}share_of_loop()
define void @chunks(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride) {
  call void @__kmpc_for_static_init_4(ptr null, i32 %thread, i32 33, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 4)
  ret void
}

define void @distribute(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride) {
  call void @__kmpc_for_static_init_4(ptr null, i32 %thread, i32 92, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
  ret void
}

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_init_8u(ptr, i32, i32, ptr, ptr, ptr, ptr, i64, i64)

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
