; With debug information, what threads share is handed to a region's body without a promise that nobody else writes to it.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-shared-parameters,verify | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; CHECK: define internal void @region_omp_outlined_debug__(ptr noundef %thread, ptr noundef %bound, ptr addrspace(1) noundef %mapped, ptr noundef %shared)
define internal void @region_omp_outlined_debug__(ptr noalias noundef %thread, ptr noalias noundef %bound, ptr addrspace(1) noalias noundef %mapped, ptr noalias noundef %shared) {
  ret void
}

; The body of another region of the same function.
; CHECK: define internal void @region_omp_outlined_debug__.2(ptr noundef %thread, ptr noundef %bound, ptr noundef %shared)
define internal void @region_omp_outlined_debug__.2(ptr noalias noundef %thread, ptr noalias noundef %bound, ptr noalias noundef %shared) {
  ret void
}

; What the program says stays.
; CHECK: define internal void @own(ptr noalias %p)
define internal void @own(ptr noalias %p) {
  ret void
}
; CHECK: define void @own_debug__(ptr noalias %p)
define void @own_debug__(ptr noalias %p) {
  call void @own(ptr %p)
  call void @region_omp_outlined_debug__(ptr %p, ptr %p, ptr addrspace(1) null, ptr %p)
  call void @region_omp_outlined_debug__.2(ptr %p, ptr %p, ptr %p)
  ret void
}
