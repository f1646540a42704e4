; What a kernel knows of the team's memory does not depend on other kernels.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes=ompjit-team-memory,verify | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@mode = internal addrspace(3) global i8 undef
@places = internal addrspace(3) global [64 x i16] undef
@launch = internal addrspace(3) global ptr undef
@known = internal addrspace(3) global i32 undef
@escapes = internal addrspace(3) global i32 undef
@visible = addrspace(3) global i32 undef
@preset = internal addrspace(3) global i32 0
@watched = internal addrspace(3) global i8 undef
@seen = global ptr null

; The only value of a variable replaces loads, and then stores are of no use; an
; argument is a value, too.
; CHECK-LABEL: define ptx_kernel void @first(
; CHECK-NEXT:  %place =
; CHECK-NEXT:  store i8 1, ptr %out
; CHECK-NEXT:  store ptr %env, ptr %out
; CHECK-NEXT:  ret void
define ptx_kernel void @first(ptr %env, ptr %out, i32 %i) {
  store i8 1, ptr addrspace(3) @mode
  store ptr %env, ptr addrspace(3) @launch
  %place = getelementptr i16, ptr addrspace(3) @places, i32 %i
  store i16 7, ptr addrspace(3) %place
  %is = load i8, ptr addrspace(3) @mode
  store i8 %is, ptr %out
  %e = load ptr, ptr addrspace(3) @launch
  store ptr %e, ptr %out
  ret void
}

; Here a function loads one of them, and an element is loaded.
; CHECK-LABEL: define ptx_kernel void @second(
; CHECK:       store i8 2, ptr addrspace(3) @mode
; CHECK:       store i16 7, ptr addrspace(3) %place
; CHECK:       store i8 2, ptr %out
; CHECK:       %p = load i16, ptr addrspace(3) %place
define ptx_kernel void @second(ptr %out, i32 %i) {
  store i8 2, ptr addrspace(3) @mode
  %place = getelementptr i16, ptr addrspace(3) @places, i32 %i
  store i16 7, ptr addrspace(3) %place
  %is = load i8, ptr addrspace(3) @mode
  store i8 %is, ptr %out
  call void @reads(ptr %out)
  %p = load i16, ptr addrspace(3) %place
  store i16 %p, ptr %out
  ret void
}

; CHECK-LABEL: define void @reads(
; CHECK-NEXT:  %is = load i8, ptr addrspace(3) @mode
define void @reads(ptr %out) {
  %is = load i8, ptr addrspace(3) @mode
  store i8 %is, ptr %out
  ret void
}

; A value that a function changes is not known, nor what a pointer may call.
; CHECK-LABEL: define ptx_kernel void @third(
; CHECK:       %k = load i32, ptr addrspace(3) @known
; CHECK-LABEL: define ptx_kernel void @fourth(
; CHECK-NEXT:  store i32 1, ptr addrspace(3) @known
; CHECK:       %k = load i32, ptr addrspace(3) @known
define ptx_kernel void @third(ptr %out) {
  store i32 1, ptr addrspace(3) @known
  call void @changes()
  %k = load i32, ptr addrspace(3) @known
  store i32 %k, ptr %out
  ret void
}
define ptx_kernel void @fourth(ptr %out, ptr %function) {
  store i32 1, ptr addrspace(3) @known
  call void %function()
  %k = load i32, ptr addrspace(3) @known
  store i32 %k, ptr %out
  ret void
}
define void @changes() {
  store i32 2, ptr addrspace(3) @known
  store ptr @changes, ptr @seen
  ret void
}

; These are left alone: others may write them, or they have a value before.
; CHECK-LABEL: define ptx_kernel void @fifth(
; CHECK-NEXT:  store i32 1, ptr addrspace(3) @escapes
; CHECK-NEXT:  store i32 1, ptr addrspace(3) @visible
; CHECK-NEXT:  store i32 1, ptr addrspace(3) @preset
; CHECK-NEXT:  store volatile i8 1, ptr addrspace(3) @watched
define ptx_kernel void @fifth(ptr %out) {
  store i32 1, ptr addrspace(3) @escapes
  store i32 1, ptr addrspace(3) @visible
  store i32 1, ptr addrspace(3) @preset
  store volatile i8 1, ptr addrspace(3) @watched
  store ptr addrspacecast (ptr addrspace(3) @escapes to ptr), ptr @seen
  ret void
}
