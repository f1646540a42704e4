; A shared function that is called is copied; its address is the base image's.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-extract<kernel;kernel>,verify' | FileCheck %s

declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @elsewhere(ptr)

; In the image only as a table that the base image owns.
@table = constant [2 x ptr] [ptr @both, ptr @only_data]

; CHECK-NOT: @table
; CHECK-LABEL: define void @kernel(
; CHECK-DAG: %[[#BOTH:]] = load ptr, ptr @__omp_jit_slots
; CHECK-DAG: %[[#TABLE:]] = load ptr, ptr getelementptr inbounds ([2 x ptr], ptr @__omp_jit_slots, i64 0, i64 1)
; CHECK: call void @both(
; CHECK: call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @both)
; CHECK: call void @elsewhere(ptr %[[#BOTH]])
; CHECK: load ptr, ptr %[[#TABLE]]
define void @kernel(ptr %env) {
  call void @both(ptr null, ptr null)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @both)
  call void @elsewhere(ptr @both)
  %f = load ptr, ptr @table
  call void %f(ptr null, ptr null)
  ret void
}

; CHECK: define internal void @both(
define void @both(ptr %gtid, ptr %btid) {
  ret void
}

; CHECK-NOT: @only_data
define void @only_data(ptr %gtid, ptr %btid) {
  ret void
}
; CHECK-DAG: !{!"both"}
; CHECK-DAG: !{!"table"}
