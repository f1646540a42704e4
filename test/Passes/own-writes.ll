; No loop may say of writes to variables of the function's own that no two iterations use the same memory.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-parallel-loops,verify | FileCheck %s
; What is seen behind inlining alone is so before the vectoriser.
; RUN: opt -S %s -passes='default<O2>' -mtriple=x86_64 -mattr=+avx512f | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes='default<O2>' -mtriple=x86_64 -mattr=+avx512f 2>/dev/null | FileCheck %s --check-prefix=INLINED

; CHECK-LABEL: define void @own(
; CHECK:         store i64 %j, ptr %at, align 4{{$}}
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %chosen, i8 0, i64 8, i1 false){{$}}
; CHECK-NEXT:    load i64, ptr %at, align 4, !llvm.access.group
; CHECK-NEXT:    store i64 %read, ptr %p, align 4, !llvm.access.group
; CHECK:         br i1 %{{.*}}, !llvm.loop
define void @own(ptr %p, i64 %n, i1 %which) {
  %own = alloca [8 x i64]
  %chosen = select i1 %which, ptr %own, ptr %p
  br label %simd
simd:
  %j = phi i64 [ 0, %0 ], [ %j.next, %simd ]
  %index = and i64 %j, 7
  %at = getelementptr i64, ptr %own, i64 %index
  store i64 %j, ptr %at, !llvm.access.group !0
  call void @llvm.memset.p0.i64(ptr %chosen, i8 0, i64 8, i1 false), !llvm.access.group !0
  %read = load i64, ptr %at, !llvm.access.group !0
  store i64 %read, ptr %p, !llvm.access.group !0
  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %simd, label %end, !llvm.loop !1
end:
  ret void
}

; FAULT-LABEL:   define void @inlined(
; FAULT:           <{{[0-9]+}} x i32>
; INLINED-LABEL: define void @inlined(
; INLINED-NOT:     <{{[0-9]+}} x i32>
; INLINED:         ret void
define internal void @add(ptr %array, ptr %indices, i64 %j) {
  %from = getelementptr i32, ptr %indices, i64 %j
  %index = load i32, ptr %from
  %at = getelementptr i32, ptr %array, i32 %index
  %old = load i32, ptr %at
  %new = add i32 %old, 1
  store i32 %new, ptr %at
  ret void
}
define void @inlined(ptr %out, ptr %indices, i64 %n) {
  %own = alloca [64 x i32]
  call void @llvm.memset.p0.i64(ptr %own, i8 0, i64 256, i1 false)
  br label %simd
simd:
  %j = phi i64 [ 0, %0 ], [ %j.next, %simd ]
  call void @add(ptr %own, ptr %indices, i64 %j), !llvm.access.group !0
  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %simd, label %end, !llvm.loop !1
end:
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %own, i64 256, i1 false)
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = !{!"llvm.loop.vectorize.enable", i1 true}
