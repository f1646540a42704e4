; Shared variables are loaded from the slots, once at the entry of each function
; that uses them; constant expressions over them become instructions.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;kernel>,verify' | FileCheck %s --implicit-check-not=@counter

@counter = global i32 0, align 4
@array = global [16 x i64] zeroinitializer, align 64
@_ZZ1fvE6static = global i32 5, align 4
@not_used = global i32 0

; CHECK: @__omp_jit_slots = dso_local global [3 x ptr] zeroinitializer

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: %[[#COUNTER:]] = load ptr, ptr @__omp_jit_slots, align 8, !invariant.load [[EMPTY:![0-9]+]], !nonnull [[EMPTY]], !dereferenceable [[FOUR:![0-9]+]], !align [[FOUR]], !noundef [[EMPTY]]
define void @kernel(ptr %env, i1 %c) {
  %a = alloca i32
; CHECK: store i32 1, ptr %[[#COUNTER]]
  store i32 1, ptr @counter
  br i1 %c, label %then, label %else
then:
; CHECK: store i32 2, ptr %[[#COUNTER]]
  store i32 2, ptr @counter
  br label %else
else:
; CHECK: phi ptr [ %a, %{{.*}} ], [ %[[#COUNTER]], %then ]
  %p = phi ptr [ %a, %0 ], [ @counter, %then ]
  store i32 3, ptr %p
  call void @helper()
  ret void
}

; CHECK-LABEL: define internal void @helper(
; CHECK-DAG: %[[#ARRAY:]] = load ptr, ptr getelementptr inbounds ([3 x ptr], ptr @__omp_jit_slots, i64 0, i64 1), {{.*}}!dereferenceable [[SIZE:![0-9]+]], !align [[ALIGN:![0-9]+]]
; CHECK-DAG: %[[#STATIC:]] = load ptr, ptr getelementptr inbounds ([3 x ptr], ptr @__omp_jit_slots, i64 0, i64 2)
; CHECK: %[[#ELEMENT:]] = getelementptr inbounds {{.*}}, ptr %[[#ARRAY]], i64 {{.*}}
; CHECK: store i64 4, ptr %[[#ELEMENT]]
define internal void @helper() {
  store i64 4, ptr getelementptr inbounds ([16 x i64], ptr @array, i64 0, i64 3)
; CHECK: ptrtoint ptr %[[#STATIC]] to i64
; CHECK: insertelement <2 x ptr>
  store i64 ptrtoint (ptr @_ZZ1fvE6static to i64), ptr null
  store <2 x ptr> <ptr @array, ptr @_ZZ1fvE6static>, ptr null
  ret void
}

; CHECK: !ompjit.slots = !{[[S0:![0-9]+]], [[S1:![0-9]+]], [[S2:![0-9]+]]}
; CHECK-DAG: [[S0]] = !{!"counter"}
; CHECK-DAG: [[S1]] = !{!"array"}
; CHECK-DAG: [[S2]] = !{!"_ZZ1fvE6static"}
; CHECK-DAG: [[FOUR]] = !{i64 4}
; CHECK-DAG: [[ALIGN]] = !{i64 64}
; CHECK-DAG: [[SIZE]] = !{i64 128}
