; PTX has no atomic instructions for a thread's own memory, which other threads do not reach.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-ptx-prepare,verify -S %s | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-unknown-linux-gnu/' %s | opt -load-pass-plugin=%clang_passes -passes=ompjit-ptx-prepare -S | FileCheck %s --check-prefix=OTHER

target triple = "nvptx64-nvidia-cuda"

; OTHER: atomicrmw add

; CHECK-LABEL: define i32 @own(
; CHECK-NOT:     atomic
; CHECK-NOT:     cmpxchg
; CHECK:         ret i32
define i32 @own(i1 %which, i64 %at, ptr byval([4 x i32]) %copy) {
  %array = alloca [8 x i32]
  %single = alloca i32
  %element = getelementptr [8 x i32], ptr %array, i64 0, i64 %at
  %either = select i1 %which, ptr %element, ptr %single
  %before = atomicrmw add ptr %either, i32 3 seq_cst
  %exchanged = cmpxchg ptr %single, i32 0, i32 %before acq_rel monotonic
  %value = load atomic i32, ptr %copy acquire, align 4
  store atomic i32 %value, ptr %array release, align 4
  %found = extractvalue { i32, i1 } %exchanged, 0
  ret i32 %found
}

; What may be another's stays atomic.
; CHECK-LABEL: define i32 @others(
; CHECK:         atomicrmw add ptr %either, i32 3 seq_cst
; CHECK:         load atomic i32, ptr %from acquire
; CHECK:         store atomic i32 %value, ptr addrspace(3) @shared release
define i32 @others(i1 %which, ptr %from) {
  %single = alloca i32
  %either = select i1 %which, ptr %from, ptr %single
  %before = atomicrmw add ptr %either, i32 3 seq_cst
  %value = load atomic i32, ptr %from acquire, align 4
  store atomic i32 %value, ptr addrspace(3) @shared release, align 4
  ret i32 %before
}

@shared = addrspace(3) global i32 undef
