; In flang's code, the lanes of a warp enter a critical region one after the other.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-critical-turns,verify -S %s | FileCheck %s
; RUN: sed s/flang/clang/ %s | opt -load-pass-plugin=%clang_passes -passes=ompjit-critical-turns -S \
; RUN:   | FileCheck %s --check-prefix=CLANG

target triple = "amdgcn-amd-amdhsa"

@lock = common global [8 x i32] zeroinitializer

; CHECK-LABEL: define i32 @region(
; CHECK:       %[[MASK:.*]] = call i64 @__kmpc_warp_active_thread_mask()
; CHECK:       %[[LANES:.*]] = call i32 @__kmpc_get_warp_size()
; CHECK:       %[[THREAD:.*]] = call i32 @__kmpc_get_hardware_thread_id_in_block()
; CHECK:       %[[LANE:.*]] = urem i32 %[[THREAD]], %[[LANES]]
; CHECK:       critical.turn:
; CHECK:       %[[TURN:.*]] = phi i32 [ 0, %entry ], [ %[[NEXT:.*]], %critical.meet ]
; CHECK:       %[[MINE:.*]] = icmp eq i32 %[[TURN]], %[[LANE]]
; CHECK:       br i1 %[[MINE]], label %critical.region, label %critical.meet
; CHECK:       critical.region:
; CHECK-NEXT:  call void @__kmpc_critical(
; CHECK:       call void @__kmpc_end_critical(
; CHECK-NEXT:  br label %critical.meet
; CHECK:       critical.meet:
; CHECK:       call void @__kmpc_syncwarp(i64 %[[MASK]])
; CHECK:       br i1 %{{.*}}, label %critical.turn, label %critical.after
; CHECK:       critical.after:
; What the region computed is still there.
; CHECK:       %[[KEPT:.*]] = load i32, ptr{{.*}} %
; CHECK:       ret i32 %[[KEPT]]

; CLANG-LABEL: define i32 @region(
; CLANG-NOT:   critical.turn

define i32 @region(ptr %p, i1 %c) {
entry:
  call void @__kmpc_critical(ptr null, i32 0, ptr @lock)
  %old = load i32, ptr %p
  br i1 %c, label %more, label %end

more:
  store i32 1, ptr %p
  br label %end

end:
  call void @__kmpc_end_critical(ptr null, i32 0, ptr @lock)
  ret i32 %old
}

; Code that may leave the region in another way stays as it is.
; CHECK-LABEL: define void @leaves(
; CHECK-NOT:   critical.turn
define void @leaves(i1 %c) {
entry:
  call void @__kmpc_critical(ptr null, i32 0, ptr @lock)
  br i1 %c, label %out, label %end

out:
  ret void

end:
  call void @__kmpc_end_critical(ptr null, i32 0, ptr @lock)
  ret void
}

declare void @__kmpc_critical(ptr, i32, ptr)
declare void @__kmpc_end_critical(ptr, i32, ptr)

!llvm.ident = !{!0}
!0 = !{!"Debian flang version 22.1.8"}
