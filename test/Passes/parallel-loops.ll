; Only loops with simd may say that no two iterations use the same memory.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-parallel-loops,verify | FileCheck %s

; CHECK: br i1 %{{.*}}, label %loop, label %then, !llvm.loop ![[SHARED:[0-9]+]]
; CHECK: br i1 %{{.*}}, label %simd, label %end, !llvm.loop ![[SIMD:[0-9]+]]
; CHECK: ![[SHARED]] = distinct !{![[SHARED]], ![[PROGRESS:[0-9]+]]}
; CHECK: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK: ![[SIMD]] = distinct !{![[SIMD]], ![[CLAIM:[0-9]+]], ![[ENABLE:[0-9]+]]}
; CHECK: ![[CLAIM]] = !{!"llvm.loop.parallel_accesses",
; CHECK: ![[ENABLE]] = !{!"llvm.loop.vectorize.enable", i1 true}
define void @loops(ptr %p, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %i.next, %loop ]
  store i64 %i, ptr %p, !llvm.access.group !0
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %then, !llvm.loop !1
then:
  br label %simd
simd:
  %j = phi i64 [ 0, %then ], [ %j.next, %simd ]
  %at = getelementptr i64, ptr %p, i64 %j
  store i64 %j, ptr %at, !llvm.access.group !4
  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %simd, label %end, !llvm.loop !5
end:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.mustprogress"}
!3 = !{!"llvm.loop.parallel_accesses", !0}
!4 = distinct !{}
!5 = distinct !{!5, !6, !7}
!6 = !{!"llvm.loop.parallel_accesses", !4}
!7 = !{!"llvm.loop.vectorize.enable", i1 true}
