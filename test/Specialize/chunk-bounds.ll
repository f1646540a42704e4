; A loop over chunks of one iteration has one bound for the begin and the end of a chunk, and a test that LLVM can count.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-chunk-bounds' -S < %s | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-chunk-bounds,default<O2>' -S < %s | FileCheck %s --check-prefix=FLAT

; Neither is the inner loop left after that.
; FLAT-LABEL: define {{.*}}@signed(
; FLAT-NOT: label %inner
; FLAT-LABEL: define {{.*}}@behind(
; FLAT-NOT: label %inner
; FLAT-LABEL: define {{.*}}@known_end(
; FLAT-NOT: label %inner
; FLAT-LABEL: define {{.*}}@other_start(
; FLAT: label %inner

; CHECK-LABEL: define void @signed(
; CHECK-NOT: %last
; CHECK: [[TEST:%.*]] = icmp sle i32 %first.next, %end
; CHECK-NEXT: br i1 [[TEST]], label %outer, label %done

; CHECK-LABEL: define void @leaves(
; CHECK-NOT: %last
; CHECK: [[TEST:%.*]] = icmp sgt i32 %first.next, %end
; CHECK-NEXT: br i1 [[TEST]], label %done, label %outer

; CHECK-LABEL: define void @unsigned(
; CHECK-NOT: %last
; CHECK: icmp ule i32 %first.next, %end

; CHECK-LABEL: define void @same_sign(
; CHECK-NOT: %last
; CHECK: icmp sle i32 %first.next, %end

; CHECK-LABEL: define void @behind(
; The largest number has no place behind it, so that the loop ends there.
; CHECK-NOT: %last
; CHECK: add i32 %first, 1
; CHECK: [[END:%.*]] = call i32 @llvm.umin.i32(i32 %end, i32 -2)
; CHECK: icmp ule i32 %first.next, [[END]]

; CHECK-LABEL: define void @known_end(
; LLVM adds the stride to the minimum where it knows the end, here 999.
; CHECK-NOT: %last
; CHECK: [[TEST:%.*]] = icmp sgt i32 %first, 871
; CHECK-NEXT: br i1 [[TEST]], label %done, label %outer

; CHECK-LABEL: define void @other_start(
; Not where chunks have more iterations, bounds move apart, or the test says less.
; CHECK: %last = phi

; CHECK-LABEL: define void @other_stride(
; CHECK: %last = phi

; CHECK-LABEL: define void @other_known_stride(
; CHECK: %last = phi

; CHECK-LABEL: define void @less(
; CHECK: %last = phi

; CHECK-LABEL: define void @other_sign(
; CHECK: %last = phi

; CHECK-LABEL: define void @behind_signed(
; CHECK: %last = phi

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)

define void @signed(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.smin.i32(i32 %last.sum, i32 %end)
  %test = icmp sle i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @leaves(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.smin.i32(i32 %end, i32 %last.sum)
  %test = icmp slt i32 %last.next, %first.next
  br i1 %test, label %done, label %outer
done:
  ret void
}

define void @unsigned(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.umin.i32(i32 %last.sum, i32 %end)
  %test = icmp ule i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @same_sign(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.smin.i32(i32 %last.sum, i32 %end)
  %test = icmp samesign ule i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @behind(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  %start.behind = add i32 %start, 1
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  %behind = phi i32 [ %start.behind, %entry ], [ %next.behind, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %behind
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.umin.i32(i32 %last.sum, i32 %end)
  %next.behind = add i32 %last.next, 1
  %test = icmp ult i32 %first.next, %next.behind
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @known_end(ptr %p, i32 %start) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nuw nsw i32 %first, 128
  %least = call i32 @llvm.smin.i32(i32 %last, i32 871)
  %last.next = add nsw i32 %least, 128
  %test = icmp sgt i32 %first, %least
  br i1 %test, label %done, label %outer
done:
  ret void
}

define void @other_start(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  %start.last = add nsw i32 %start, 3
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start.last, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.smin.i32(i32 %last.sum, i32 %end)
  %test = icmp sle i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @other_stride(ptr %p, i32 %start, i32 %stride, i32 %end, i32 %other) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %other
  %last.next = call i32 @llvm.smin.i32(i32 %last.sum, i32 %end)
  %test = icmp sle i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @other_known_stride(ptr %p, i32 %start) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nuw nsw i32 %first, 128
  %least = call i32 @llvm.smin.i32(i32 %last, i32 871)
  %last.next = add nsw i32 %least, 127
  %test = icmp sgt i32 %first, %least
  br i1 %test, label %done, label %outer
done:
  ret void
}

define void @less(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.smin.i32(i32 %last.sum, i32 %end)
  %test = icmp slt i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @other_sign(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.umin.i32(i32 %last.sum, i32 %end)
  %test = icmp sle i32 %first.next, %last.next
  br i1 %test, label %outer, label %done
done:
  ret void
}

define void @behind_signed(ptr %p, i32 %start, i32 %stride, i32 %end) {
entry:
  br label %outer
outer:
  %first = phi i32 [ %start, %entry ], [ %first.next, %after.inner ]
  %last = phi i32 [ %start, %entry ], [ %last.next, %after.inner ]
  br label %inner
inner:
  %i = phi i32 [ %first, %outer ], [ %i.next, %inner ]
  %at = getelementptr i8, ptr %p, i32 %i
  store volatile i8 1, ptr %at
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nsw i32 %first, %stride
  %last.sum = add i32 %last, %stride
  %last.next = call i32 @llvm.smin.i32(i32 %last.sum, i32 %end)
  %next.behind = add i32 %last.next, 1
  %test = icmp slt i32 %first.next, %next.behind
  br i1 %test, label %outer, label %done
done:
  ret void
}
