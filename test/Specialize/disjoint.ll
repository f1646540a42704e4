; Accesses through arguments that lead to different memory are noted as such, also behind calls and brokers of the
; OpenMP runtime. Who may come from several of them aliases each of these; a pointer that was in memory, an argument
; of which nothing is known, and a function that others may call alias everything.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o %t.ll \
; RUN:   -passes='ompjit-disjoint<kernel;0;1;3>,ompjit-argument-scopes,ompjit-argument-scopes,verify'
; RUN: FileCheck %s < %t.ll
; The optimiser believes it: what was read before a store is still there after it.
; RUN: opt -S -passes='early-cse<memssa>' %t.ll -o - | FileCheck %s --check-prefix=CSE

@__omp_jit_slots = global [1 x ptr] zeroinitializer
@variable = internal global i64 0
@table = global ptr null

declare !callback !0 void @__kmpc_fork_call(ptr, i32, ptr, ...)

; CHECK-LABEL: define void @kernel(
; CHECK-SAME: ptr %env, ptr "ompjit-disjoint" %a, ptr "ompjit-disjoint" %b, ptr %raw, ptr "ompjit-disjoint" %c, i1 %which)
; CHECK: load i64, ptr %a8, align 8, !alias.scope [[A:![0-9]+]], !noalias [[BESIDE_A:![0-9]+]]
; CHECK: store i64 %x, ptr %b, align 8, !alias.scope [[B:![0-9]+]], !noalias [[BESIDE_B:![0-9]+]]
; CHECK: store i64 %x, ptr %raw, align 8{{$}}
; CHECK: store i64 %x, ptr %loaded, align 8{{$}}
; CHECK: store i64 %x, ptr %either, align 8, !alias.scope [[AB:![0-9]+]], !noalias [[C_OWN:![0-9]+]]
; CHECK: store i64 %x, ptr %mixed, align 8{{$}}
; CHECK: store i64 %x, ptr @variable, align 8, !alias.scope [[OWN:![0-9]+]], !noalias [[ABC:![0-9]+]]
; CHECK: store i64 %x, ptr %shared, align 8, !alias.scope [[OWN]], !noalias [[ABC]]
; CHECK: store i64 %x, ptr %local_or_a, align 8, !alias.scope [[A_OWN:![0-9]+]], !noalias [[BC:![0-9]+]]
; CHECK: call void @llvm.memcpy{{.*}}, !alias.scope [[AB]], !noalias [[C_OWN]]
; CHECK: atomicrmw add ptr %c, {{.*}}, !alias.scope [[C:![0-9]+]], !noalias
define void @kernel(ptr %env, ptr %a, ptr %b, ptr %raw, ptr %c, i1 %which) {
  %a8 = getelementptr i64, ptr %a, i64 8
  %x = load i64, ptr %a8, align 8
  store i64 %x, ptr %b, align 8
  store i64 %x, ptr %raw, align 8
  %loaded = load ptr, ptr %a, align 8
  store i64 %x, ptr %loaded, align 8
  %either = select i1 %which, ptr %a8, ptr %b
  store i64 %x, ptr %either, align 8
  %mixed = select i1 %which, ptr %a8, ptr %raw
  store i64 %x, ptr %mixed, align 8
  store i64 %x, ptr @variable, align 8
  %shared = load ptr, ptr @__omp_jit_slots, align 8
  store i64 %x, ptr %shared, align 8
  %local = alloca i64, align 8
  %local_or_a = select i1 %which, ptr %local, ptr %a
  store i64 %x, ptr %local_or_a, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)
  %old = atomicrmw add ptr %c, i64 %x monotonic
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @outlined, ptr %b, ptr %c)
  call void @both(ptr %a, ptr %b)
  call void @both(ptr %b, ptr %a)
  call void @one(ptr %a)
  call void @one(ptr %raw)
  call void @visible(ptr %a)
  store ptr @addressed, ptr @table
  call void @addressed(ptr %a)
  ret void
}

; CHECK-LABEL: define internal void @outlined(
; CHECK: load i64, ptr %b, align 8, !alias.scope [[B]], !noalias [[BESIDE_B]]
; CHECK: store i64 1, ptr %c, align 8, !alias.scope [[C]]
; CSE-LABEL: define internal void @outlined(
; CSE: store i64 1, ptr %c
; CSE-NEXT: add i64 %x, %x
define internal void @outlined(ptr %gtid, ptr %btid, ptr %b, ptr %c) {
  %x = load i64, ptr %b, align 8
  store i64 1, ptr %c, align 8
  %y = load i64, ptr %b, align 8
  %sum = add i64 %x, %y
  store i64 %sum, ptr @variable, align 8
  ret void
}

; CHECK-LABEL: define internal void @both(
; CHECK: store i64 1, ptr %p, align 8, !alias.scope [[AB]], !noalias [[C_OWN]]
; CHECK: store i64 2, ptr %q, align 8, !alias.scope [[AB]], !noalias [[C_OWN]]
; CSE-LABEL: define internal void @both(
; CSE: store i64 1, ptr %p
; CSE: store i64 2, ptr %q
; CSE: [[P:%.+]] = load i64, ptr %p
; CSE: store i64 [[P]], ptr @variable
define internal void @both(ptr %p, ptr %q) {
  store i64 1, ptr %p, align 8
  store i64 2, ptr %q, align 8
  %x = load i64, ptr %p, align 8
  store i64 %x, ptr @variable, align 8
  ret void
}

; CHECK-LABEL: define internal void @one(
; CHECK-NEXT: store i64 1, ptr %p, align 8{{$}}
define internal void @one(ptr %p) {
  store i64 1, ptr %p, align 8
  ret void
}

; CHECK-LABEL: define void @visible(
; CHECK-NEXT: store i64 1, ptr %p, align 8{{$}}
define void @visible(ptr %p) {
  store i64 1, ptr %p, align 8
  ret void
}

; CHECK-LABEL: define internal void @addressed(
; CHECK-NEXT: store i64 1, ptr %p, align 8{{$}}
define internal void @addressed(ptr %p) {
  store i64 1, ptr %p, align 8
  ret void
}

; CHECK-DAG: [[A]] = !{[[SA:![0-9]+]]}
; CHECK-DAG: [[B]] = !{[[SB:![0-9]+]]}
; CHECK-DAG: [[C]] = !{[[SC:![0-9]+]]}
; CHECK-DAG: [[OWN]] = !{[[SO:![0-9]+]]}
; CHECK-DAG: [[BESIDE_A]] = !{[[SB]], [[SC]], [[SO]]}
; CHECK-DAG: [[BESIDE_B]] = !{[[SA]], [[SC]], [[SO]]}
; CHECK-DAG: [[AB]] = !{[[SA]], [[SB]]}
; CHECK-DAG: [[C_OWN]] = !{[[SC]], [[SO]]}
; CHECK-DAG: [[ABC]] = !{[[SA]], [[SB]], [[SC]]}
; CHECK-DAG: [[A_OWN]] = !{[[SA]], [[SO]]}
; CHECK-DAG: [[BC]] = !{[[SB]], [[SC]]}
; CHECK-DAG: [[SA]] = !{!"ompjit.argument.0", [[DOMAIN:![0-9]+]]}
; CHECK-DAG: [[SB]] = !{!"ompjit.argument.1", [[DOMAIN]]}
; CHECK-DAG: [[SC]] = !{!"ompjit.argument.3", [[DOMAIN]]}
; CHECK-DAG: [[SO]] = !{!"ompjit.own", [[DOMAIN]]}

!0 = !{!1}
!1 = !{i64 2, i64 -1, i64 -1, i1 true}
