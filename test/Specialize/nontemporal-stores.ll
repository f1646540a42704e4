; A vectorised loop that writes much, and reads nothing of it, has a version that writes past the cache.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-nontemporal-stores<8388608>,verify' -S %s | FileCheck %s
; RUN: not opt -load-pass-plugin=%specialize_plugin -passes='ompjit-nontemporal-stores<0>' -S %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: sed 's/x86_64-pc-linux-gnu/aarch64-linux-gnu/' %s | opt -load-pass-plugin=%specialize_plugin -passes='ompjit-nontemporal-stores<8388608>' -S | FileCheck %s --check-prefix=ELSEWHERE
; REFUSED: unknown pass name 'ompjit-nontemporal-stores<0>'
; ELSEWHERE-NOT: nontemporal

target triple = "x86_64-pc-linux-gnu"

; The turns after the first are compared with 8 MiB in steps of 64 bytes, the first address with a multiple of 16.
; CHECK-LABEL: define void @scale(
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr %to to i64
; CHECK: and i64 [[ADDRESS]], 15
; CHECK: icmp uge i64 {{%.*}}, 131072
; CHECK: br i1 {{%.*}}, label %[[OTHER:.*]], label %[[PLAIN:.*]]
; CHECK: [[OTHER]]:
; CHECK-COUNT-4: store <2 x double> {{%.*}}, ptr {{%.*}}, align 16, !nontemporal
; CHECK: br i1 {{%.*}}, label %{{.*}}, label %[[FENCE:.*]]
; CHECK: [[PLAIN]]:
; CHECK-COUNT-2: store <4 x double> {{%.*}}, ptr {{%.*}}, align 8{{$}}
; CHECK: [[FENCE]]:
; CHECK-NEXT: call void @llvm.x86.sse.sfence()
define void @scale(ptr noalias %to, ptr noalias %from, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr inbounds double, ptr %from, i64 %i
  %q = getelementptr inbounds double, ptr %to, i64 %i
  %p4 = getelementptr inbounds double, ptr %p, i64 4
  %q4 = getelementptr inbounds double, ptr %q, i64 4
  %a = load <4 x double>, ptr %p, align 8
  %b = load <4 x double>, ptr %p4, align 8
  %a2 = fadd <4 x double> %a, %a
  %b2 = fadd <4 x double> %b, %b
  store <4 x double> %b2, ptr %q4, align 8
  store <4 x double> %a2, ptr %q, align 8
  %next = add nuw i64 %i, 8
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; A value of the last turn comes from either version.
; CHECK-LABEL: define <16 x i32> @last(
; CHECK: call void @llvm.x86.sse.sfence()
; CHECK: phi <16 x i32> [ {{%.*}}, %body ], [ {{%.*}}, %fence ]
define <16 x i32> @last(ptr noalias %to, i32 %n) {
entry:
  %z = insertelement <16 x i32> zeroinitializer, i32 %n, i64 0
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %v = phi <16 x i32> [ %z, %entry ], [ %w, %body ]
  %w = add <16 x i32> %v, splat (i32 3)
  %x = zext i32 %i to i64
  %q = getelementptr inbounds <16 x i32>, ptr %to, i64 %x
  store <16 x i32> %w, ptr %q, align 4
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret <16 x i32> %w
}

; What was read is in the cache.
; CHECK-LABEL: define void @update(
; CHECK-NOT: nontemporal
define void @update(ptr noalias %to, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %q = getelementptr inbounds <8 x double>, ptr %to, i64 %i
  %a = load <8 x double>, ptr %q, align 8
  %a2 = fadd <8 x double> %a, %a
  store <8 x double> %a2, ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; So may what another pointer reads.
; CHECK-LABEL: define void @overlap(
; CHECK-NOT: nontemporal
define void @overlap(ptr %to, ptr %from, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr inbounds <8 x double>, ptr %from, i64 %i
  %q = getelementptr inbounds <8 x double>, ptr %to, i64 %i
  %a = load <8 x double>, ptr %p, align 8
  store <8 x double> %a, ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; The order of what is written twice counts.
; CHECK-LABEL: define void @twice(
; CHECK-NOT: nontemporal
define void @twice(ptr %one, ptr %two, <8 x double> %a, <8 x double> %b, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr inbounds <8 x double>, ptr %one, i64 %i
  %q = getelementptr inbounds <8 x double>, ptr %two, i64 %i
  store <8 x double> %a, ptr %p, align 8
  store <8 x double> %b, ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; Gaps leave lines half written, few turns leave the cache half empty, and a call may order memory.
; CHECK-LABEL: define void @gaps(
; CHECK-NOT: nontemporal
define void @gaps(ptr noalias %to, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %q = getelementptr inbounds [2 x <8 x double>], ptr %to, i64 %i
  store <8 x double> splat (double 1.0), ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @few(
; CHECK-NOT: nontemporal
define void @few(ptr noalias %to) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %q = getelementptr inbounds <8 x double>, ptr %to, i64 %i
  store <8 x double> splat (double 1.0), ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %body, label %exit
exit:
  ret void
}

declare void @other()

; CHECK-LABEL: define void @calls(
; CHECK-NOT: nontemporal
define void @calls(ptr noalias %to, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %q = getelementptr inbounds <8 x double>, ptr %to, i64 %i
  store <8 x double> splat (double 1.0), ptr %q, align 8
  call void @other()
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @volatile(
; CHECK-NOT: nontemporal
define void @volatile(ptr noalias %to, ptr noalias %from, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %q = getelementptr inbounds <8 x double>, ptr %to, i64 %i
  %a = load volatile double, ptr %from, align 8
  store <8 x double> splat (double 1.0), ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; Arrays that a loop writes by elements of four and of eight bytes are two streams; both have to be large and aligned.
; CHECK-LABEL: define void @two(
; CHECK-DAG: ptrtoint ptr %one to i64
; CHECK-DAG: ptrtoint ptr %two to i64
; CHECK: store <4 x float> {{%.*}}, ptr {{%.*}}, align 16, !nontemporal
; CHECK: store <2 x i64> {{%.*}}, ptr {{%.*}}, align 16, !nontemporal
; CHECK: call void @llvm.x86.sse.sfence()
define void @two(ptr noalias %one, ptr noalias %two, <16 x float> %f, <16 x i64> %l, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr inbounds <16 x float>, ptr %one, i64 %i
  %q = getelementptr inbounds <16 x i64>, ptr %two, i64 %i
  store <16 x float> %f, ptr %p, align 4
  store <16 x i64> %l, ptr %q, align 8
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %exit
exit:
  ret void
}
