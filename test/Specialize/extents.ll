; How much memory is behind a pointer is noted at the parameter, unless more is known, and handed on to what the
; kernel calls. What a loop reads there under a condition is then read once before it.
; DEFINE: %{extents} = ompjit-extents<kernel;0=16;1=64;2=64>,ompjit-propagate
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes='%{extents}' -o - | FileCheck %s --check-prefix=IR
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes='%{extents},default<O2>' -o - | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes='default<O2>' -o - | FileCheck %s --check-prefix=PLAIN

; IR: define void @kernel(ptr %env, ptr align 8 dereferenceable(16) %w, ptr dereferenceable(64) %to, ptr dereferenceable(128) %from)
; IR: define internal void @body(ptr noalias nonnull align 8 dereferenceable(16) %w, ptr nonnull dereferenceable(64) %to)

; CHECK: load double, ptr %w1
; CHECK: loop.i:
; CHECK-NOT: load double, ptr
; CHECK: store double
; PLAIN: loop.i:
; PLAIN: load double, ptr

define void @kernel(ptr %env, ptr align 8 %w, ptr %to, ptr dereferenceable(128) %from) {
  call void @body(ptr %w, ptr %to)
  ret void
}

define internal void @body(ptr noalias %w, ptr %to) {
entry:
  %w1 = getelementptr inbounds i8, ptr %w, i64 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %to.i = getelementptr inbounds double, ptr %to, i64 %i
  %flag = load volatile i1, ptr @flag
  br i1 %flag, label %then, label %latch

then:
  %weight = load double, ptr %w1, align 8
  store double %weight, ptr %to.i, align 8
  br label %latch

latch:
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %next, 100
  br i1 %more, label %loop, label %done

done:
  ret void
}

@flag = internal global i1 false
