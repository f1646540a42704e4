; The address of a shared thread_local variable is asked for at each use, through
; the slot of its address function.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;kernel>,verify' | FileCheck %s

@mine = thread_local global i64 0, align 8
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)

define ptr @mine.ompjit.tls() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  ret ptr %p
}

; CHECK-NOT: @mine
; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: %[[#GET:]] = load ptr, ptr @__omp_jit_slots, align 8, !invariant.load
define void @kernel(ptr %env, i1 %c) {
; CHECK: %[[#A:]] = call nonnull align 8 dereferenceable(8) ptr %[[#GET]]() #[[#ATTR:]]
; CHECK-NEXT: store i64 1, ptr %[[#A]]
  %p = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  store i64 1, ptr %p
  br i1 %c, label %then, label %end
then:
; CHECK: %[[#B:]] = call {{.*}} ptr %[[#GET]]()
; CHECK-NEXT: br label %end
  br label %end
end:
; CHECK: phi ptr [ null, %{{.*}} ], [ %[[#B]], %then ]
  %q = phi ptr [ null, %0 ], [ @mine, %then ]
; CHECK: %[[#C:]] = call {{.*}} ptr %[[#GET]]()
; CHECK: getelementptr {{.*}} ptr %[[#C]]
  store i8 1, ptr getelementptr (i8, ptr @mine, i64 4)
  ret void
}
; CHECK: attributes #[[#ATTR]] = { nounwind willreturn memory(none) }
; CHECK: !{!"mine.ompjit.tls"}
