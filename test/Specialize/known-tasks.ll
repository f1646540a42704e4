; The device runtime is told the function of a task where the task was made.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-known-tasks,verify \
; RUN:   -S %s -o - | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @kernel(
; Nobody needs the address any more, unless others run the task, too.
; CHECK: %a = call ptr @__kmpc_omp_task_alloc({{.*}}, ptr null)
; CHECK: call void @__ompjit_task(ptr %a, ptr @entry, i32 1, i1 false)
; CHECK: %b = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 %flags, i64 40, i64 8, ptr null)
; CHECK: call void @__ompjit_task(ptr %b, ptr @entry, i32 %flags, i1 true)
; CHECK: call void @__ompjit_taskloop(ptr %c, ptr null, ptr null, ptr @loop, i32 1, ptr null)
; CHECK: call void @__ompjit_taskloop(ptr %d, ptr null, ptr null, ptr @loop, i32 1, ptr @duplicate)
; CHECK: call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %unknown)
; CHECK: call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %given)
; CHECK: %e = call ptr @__kmpc_omp_task_alloc({{.*}}, ptr @entry)
; CHECK: call void @__ompjit_task(ptr %e, ptr @entry, i32 1, i1 false)
; CHECK: call void @elsewhere(ptr %e)
define ptx_kernel void @kernel(i32 %flags, ptr %given, ptr %function) {
  %a = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @entry)
  %1 = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %a)
  %b = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 %flags, i64 40, i64 8, ptr @entry)
  %2 = call i32 @__kmpc_omp_task_with_deps(ptr null, i32 0, ptr %b, i32 0, ptr null, i32 0, ptr null)
  %c = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @loop)
  call void @__kmpc_taskloop(ptr null, i32 0, ptr %c, i32 1, ptr null, ptr null, i64 1, i32 1, i32 0, i64 0, ptr null)
  %d = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @loop)
  call void @__kmpc_taskloop_5(ptr null, i32 0, ptr %d, i32 1, ptr null, ptr null, i64 1, i32 1, i32 1, i64 7, i32 1, ptr @duplicate)
  %unknown = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr %function)
  %3 = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %unknown)
  %4 = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %given)
  %e = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 40, i64 8, ptr @entry)
  store i32 1, ptr %e
  %5 = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %e)
  call void @elsewhere(ptr %e)
  ret void
}

; An untied task hands itself over from inside.
; CHECK-LABEL: define i32 @entry(
; CHECK-NEXT: call void @__ompjit_task_goes_on(ptr %self)
; CHECK-NEXT: ret i32 0
define i32 @entry(i32 %thread, ptr %self) {
  %1 = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %self)
  ret i32 %1
}

; CHECK-LABEL: define i32 @no_task(
; CHECK-NEXT: call i32 @__kmpc_omp_task
define i32 @no_task(i32 %thread, ptr %other) {
  %1 = call i32 @__kmpc_omp_task(ptr null, i32 0, ptr %other)
  ret i32 %1
}

define i32 @loop(i32 %thread, ptr %self) {
  ret i32 0
}
define void @duplicate(ptr %to, ptr %from, i32 %last) {
  ret void
}

declare void @elsewhere(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_task_with_deps(ptr, i32, ptr, i32, ptr, i32, ptr)
declare void @__kmpc_taskloop(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, ptr)
declare void @__kmpc_taskloop_5(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, i32, ptr)
define void @__ompjit_task(ptr %task, ptr %function, i32 %flags, i1 %waits) {
  ret void
}
define void @__ompjit_task_goes_on(ptr %task) {
  ret void
}
define void @__ompjit_taskloop(ptr %task, ptr %lower, ptr %upper, ptr %function, i32 %flags, ptr %duplicate) {
  ret void
}
