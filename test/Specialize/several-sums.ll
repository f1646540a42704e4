; Four sums that a loop carries become a vector, before the loop may be unrolled; other loops are left to the vectoriser
; of loops.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-several-sums,verify -mtriple=x86_64-pc-linux-gnu \
; RUN:   -mcpu=x86-64-v3 -S < %s | FileCheck %s

; CHECK-LABEL: define void @four(
; CHECK: phi <4 x float>
; CHECK: fadd <4 x float>
; CHECK-LABEL: define void @two(
; CHECK-NOT: <2 x float>
; CHECK-LABEL: define void @beside_another(
; CHECK-NOT: <4 x float>

define void @four(ptr noalias %data, ptr noalias %out, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %s2 = phi float [ 0.0, %entry ], [ %t2, %loop ]
  %s3 = phi float [ 0.0, %entry ], [ %t3, %loop ]
  %p0 = getelementptr inbounds float, ptr %data, i64 %i
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %p2 = getelementptr inbounds i8, ptr %p0, i64 8
  %p3 = getelementptr inbounds i8, ptr %p0, i64 12
  %v0 = load float, ptr %p0, align 4
  %v1 = load float, ptr %p1, align 4
  %v2 = load float, ptr %p2, align 4
  %v3 = load float, ptr %p3, align 4
  %t0 = fadd float %s0, %v0
  %t1 = fadd float %s1, %v1
  %t2 = fadd float %s2, %v2
  %t3 = fadd float %s3, %v3
  %next = add nuw nsw i64 %i, 4
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  %a = fadd float %t0, %t1
  %b = fadd float %a, %t2
  %c = fadd float %b, %t3
  store float %c, ptr %out, align 4
  ret void
}

define void @two(ptr noalias %data, ptr noalias %out, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %p0 = getelementptr inbounds float, ptr %data, i64 %i
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %v0 = load float, ptr %p0, align 4
  %v1 = load float, ptr %p1, align 4
  %t0 = fadd float %s0, %v0
  %t1 = fadd float %s1, %v1
  %next = add nuw nsw i64 %i, 2
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  %a = fadd float %t0, %t1
  store float %a, ptr %out, align 4
  ret void
}

define void @beside_another(ptr noalias %data, ptr noalias %out, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %s2 = phi float [ 0.0, %entry ], [ %t2, %loop ]
  %s3 = phi float [ 0.0, %entry ], [ %t3, %loop ]
  %p0 = getelementptr inbounds float, ptr %data, i64 %i
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %p2 = getelementptr inbounds i8, ptr %p0, i64 8
  %p3 = getelementptr inbounds i8, ptr %p0, i64 12
  %v0 = load float, ptr %p0, align 4
  %v1 = load float, ptr %p1, align 4
  %v2 = load float, ptr %p2, align 4
  %v3 = load float, ptr %p3, align 4
  %t0 = fadd float %s0, %v0
  %t1 = fadd float %s1, %v1
  %t2 = fadd float %s2, %v2
  %t3 = fadd float %s3, %v3
  %next = add nuw nsw i64 %i, 4
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %between

between:
  %a = fadd float %t0, %t1
  %b = fadd float %a, %t2
  %c = fadd float %b, %t3
  br label %other

other:
  %k = phi i64 [ 0, %between ], [ %after, %other ]
  %place = getelementptr inbounds float, ptr %out, i64 %k
  store float %c, ptr %place, align 4
  %after = add nuw nsw i64 %k, 1
  %again = icmp slt i64 %after, %n
  br i1 %again, label %other, label %done

done:
  ret void
}
