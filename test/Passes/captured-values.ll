; Stores of values that a region captures forget the type that they came in, where others read the variable as another.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-captured-values,verify | FileCheck %s
; Dead store elimination believed it:
; RUN: opt -S %s -passes=dse | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-captured-values,dse | FileCheck %s --check-prefix=KEPT

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; FAULT-LABEL: define void @chosen(
; FAULT-NOT:     store i64
; FAULT-LABEL: define
; KEPT-LABEL: define void @chosen(
; KEPT:         store i64 %value, ptr %w, align 8{{$}}

; CHECK-LABEL: define void @chosen(
; CHECK:         store i64 %value, ptr %w, align 8{{$}}
; CHECK-NEXT:    store ptr %out, ptr %place, align 8, !tbaa
; CHECK:         load i32, ptr %from, align 4, !tbaa
define void @chosen(i64 %value, ptr %out, ptr %other, i1 %which) {
  %w = alloca i64
  %place = alloca ptr
  store i64 %value, ptr %w, !tbaa !2
  store ptr %out, ptr %place, !tbaa !8
  %from = select i1 %which, ptr %w, ptr %other
  %read = load i32, ptr %from, !tbaa !0
  %to = load ptr, ptr %place, !tbaa !8
  store i32 %read, ptr %to, !tbaa !0
  ret void
}

; What is a long for all who use it stays one.
; CHECK-LABEL: define i64 @same(
; CHECK:         store i64 %value, ptr %w, align 8, !tbaa
define i64 @same(i64 %value) {
  %w = alloca i64
  call void @llvm.lifetime.start.p0(ptr %w)
  store i64 %value, ptr %w, !tbaa !2
  %read = load i64, ptr %w, !tbaa !2
  ret i64 %read
}

; On its way to a region; through another address space; shared memory.
; CHECK-LABEL: define i64 @cast(
; CHECK:         store i32 %value, ptr %casted, align 4{{$}}
; CHECK:         store i64 %{{.*}}, ptr %generic, align 8{{$}}
; CHECK:         store i64 %{{.*}}, ptr %shared, align 8{{$}}
define i64 @cast(i32 %value) {
  %casted = alloca i64
  %w = alloca i64, addrspace(5)
  %generic = addrspacecast ptr addrspace(5) %w to ptr
  %shared = call ptr @__kmpc_alloc_shared(i64 8)
  store i32 %value, ptr %casted, !tbaa !0
  %read = load i64, ptr %casted, !tbaa !2
  store i64 %read, ptr %generic, !tbaa !2
  call void @use(ptr %generic)
  store i64 %read, ptr %shared, !tbaa !2
  call void @use(ptr %shared)
  ret i64 %read
}

; No variable of the region's, and no value that was captured.
; CHECK-LABEL: define void @others(
; CHECK:         store i64 %value, ptr %out, align 8, !tbaa
; CHECK:         store i32 1, ptr %number, align 4, !tbaa
define void @others(i64 %value, ptr %out) {
  %number = alloca i32
  store i64 %value, ptr %out, !tbaa !2
  store i32 1, ptr %number, !tbaa !0
  call void @use(ptr %number)
  ret void
}

declare void @use(ptr)
declare ptr @__kmpc_alloc_shared(i64)
declare void @llvm.lifetime.start.p0(ptr)

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !4, i64 0}
!2 = !{!3, !3, i64 0}
!3 = !{!"long", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C++ TBAA"}
!8 = !{!9, !9, i64 0}
!9 = !{!"any pointer", !4, i64 0}
