; What a launch finds behind a pointer takes the place of the loads, whether the
; kernel reads it itself, through a broker or in another address space, and of
; whatever type it reads a part of it. Other places, wider ones and other pointers
; stay, and so does a function that is also called with another pointer.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-fields<kernel;0+0:32=0x2a;0+8:64=0xfffffffffffffffe;1+4:16=65535>,ompjit-propagate,verify' | FileCheck %s

@sink = global i64 0

declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: %s8 = getelementptr
; CHECK-NEXT: %s0 = addrspacecast
; CHECK-NEXT: %wide = load i64, ptr %s
; CHECK-NEXT: %t0 = load i16, ptr %t
; CHECK: call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, i64 -2, ptr %s, ptr %t)
; CHECK-NEXT: store i64 84, ptr @sink
; CHECK: store volatile i32 %volatile
; CHECK-NEXT: store i64 %wide, ptr @sink
; CHECK-NEXT: store i32 -2, ptr @sink
; CHECK-NEXT: store i16 %t0, ptr @sink
; CHECK-NEXT: store volatile <2 x float> <float 0xFFFFFFFFC0000000, float 0xFFFFFFFFE0000000>, ptr @sink
define void @kernel(ptr %env, ptr %s, ptr %t) {
  %s8 = getelementptr i8, ptr %s, i64 8
  %s0 = addrspacecast ptr %s to ptr addrspace(1)
  %n = load i32, ptr addrspace(1) %s0
  %big = load i64, ptr %s8
  %wide = load i64, ptr %s
  %other = load i32, ptr %s8
  %t0 = load i16, ptr %t
  %more = zext i32 %n to i64
  %twice = shl i64 %more, 1
  call void @helper(ptr %s)
  call void @helper(ptr %t)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, i64 %big, ptr %s, ptr %t)
  store i64 %twice, ptr @sink
  %volatile = load volatile i32, ptr %s
  store volatile i32 %volatile, ptr @sink
  store i64 %wide, ptr @sink
  store i32 %other, ptr @sink
  store i16 %t0, ptr @sink
  %floats = load <2 x float>, ptr %s8
  store volatile <2 x float> %floats, ptr @sink
  ret void
}

; CHECK-LABEL: define internal void @outlined(
; CHECK: store i64 -2, ptr @sink
; CHECK-NEXT: store i32 42, ptr @sink
; CHECK-NEXT: store i16 -1, ptr @sink
define internal void @outlined(ptr %gtid, ptr %btid, i64 %big, ptr %s, ptr %t) {
  %n = load i32, ptr %s
  %t4 = getelementptr { i32, i16 }, ptr %t, i64 0, i32 1
  %h = load i16, ptr %t4
  store i64 %big, ptr @sink
  store i32 %n, ptr @sink
  store i16 %h, ptr @sink
  ret void
}

; CHECK-LABEL: define internal void @helper(
; CHECK-NEXT: load i32, ptr %s
define internal void @helper(ptr %s) {
  %n = load i32, ptr %s
  store i32 %n, ptr @sink
  ret void
}

; RUN: not opt -load-pass-plugin=%specialize_plugin -disable-output %s \
; RUN:   -passes='ompjit-fields<kernel;2+0:32=1>' 2>&1 | FileCheck %s --check-prefix=NONE
; NONE: the kernel kernel has no parameter 2
; RUN: not opt -load-pass-plugin=%specialize_plugin -disable-output %s \
; RUN:   -passes='ompjit-fields<scalar;0+0:32=1>' 2>&1 | FileCheck %s --check-prefix=SCALAR
; SCALAR: parameter 0 of the kernel scalar is not a pointer
define void @scalar(ptr %env, i64 %n) {
  ret void
}

!0 = !{!1}
!1 = !{i64 2, i64 -1, i64 -1, i1 true}
