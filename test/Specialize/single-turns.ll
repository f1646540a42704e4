; The part of a chunk that a thread has is one iteration where the chunk is no larger than the team: the inner loop's
; branch back is never taken.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-single-turns' -S < %s | FileCheck %s

; As the last iteration is cut after the stride is added, before it, and in 32 bits.
; CHECK-LABEL: define void @after(
; CHECK: br i1 true, label %after.inner, label %inner
; CHECK-LABEL: define void @before(
; CHECK: br i1 true, label %after.inner, label %inner
; CHECK-LABEL: define void @narrow(
; CHECK: br i1 false, label %inner, label %after.inner

; An unsigned step cannot wrap, whether that is said or not; a signed one could.
; CHECK-LABEL: define void @no_flags(
; CHECK: br i1 true, label %after.inner, label %inner
; CHECK-LABEL: define void @no_flags_signed(
; CHECK: br i1 %out, label %after.inner, label %inner

; Not where the step is smaller, where a sum may overflow, or where the thread's number may be negative.
; CHECK-LABEL: define void @small_step(
; CHECK: br i1 %out, label %after.inner, label %inner
; CHECK-LABEL: define void @overflow(
; CHECK: br i1 %out, label %after.inner, label %inner
; CHECK-LABEL: define void @negative(
; CHECK: br i1 %out, label %after.inner, label %inner
; CHECK-LABEL: define void @other_stride(
; CHECK: br i1 %out, label %after.inner, label %inner

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i64 @llvm.smin.i64(i64, i64)
declare i32 @llvm.umin.i32(i32, i32)

define void @after(ptr %p) {
  %tid = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %thread = zext nneg i32 %tid to i64
  %team = call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %wide = zext nneg i32 %team to i64
  %begin = shl nuw nsw i64 %wide, 7
  %end = or disjoint i64 %begin, 127
  br label %outer
outer:
  %last = phi i64 [ %end, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %begin, %0 ], [ %first.next, %after.inner ]
  %start = or disjoint i64 %first, %thread
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i64 %i, 128
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, 4096
  %cut = call i64 @llvm.smin.i64(i64 %last, i64 1044479)
  %last.next = add nsw i64 %cut, 4096
  %more = icmp samesign ult i64 %first, 1044480
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @before(ptr %p) {
  %tid = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %thread = zext nneg i32 %tid to i64
  %team = call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %teams = call range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %wide = zext nneg i32 %team to i64
  %begin = shl nuw nsw i64 %wide, 7
  %end = or disjoint i64 %begin, 127
  %end.cut = call i64 @llvm.smin.i64(i64 %end, i64 1048575)
  %teams.wide = zext nneg i32 %teams to i64
  %stride = shl nuw nsw i64 %teams.wide, 7
  br label %outer
outer:
  %last = phi i64 [ %end.cut, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %begin, %0 ], [ %first.next, %after.inner ]
  %start = add nuw nsw i64 %first, %thread
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i64 %i, 128
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, %stride
  %sum = add i64 %last, %stride
  %last.next = call i64 @llvm.smin.i64(i64 %sum, i64 1048575)
  %more = icmp samesign ult i64 %first.next, 1048576
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @narrow(ptr %p) {
  %tid = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %team = call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %begin = shl nuw nsw i32 %team, 6
  %end = add nuw nsw i32 %begin, 63
  br label %outer
outer:
  %first = phi i32 [ %begin, %0 ], [ %first.next, %after.inner ]
  %last = phi i32 [ %end, %0 ], [ %last.next, %after.inner ]
  %start = add nuw nsw i32 %tid, %first
  %none = icmp ugt i32 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i32 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i32 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i32 %i, 64
  %again = icmp sle i32 %i.next, %last
  br i1 %again, label %inner, label %after.inner
after.inner:
  %first.next = add nuw nsw i32 %first, 2048
  %sum = add nsw i32 %last, 2048
  %last.next = call i32 @llvm.umin.i32(i32 %sum, i32 100000)
  %more = icmp ult i32 %first.next, 100001
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @no_flags(ptr %p) {
  %tid = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %thread = zext nneg i32 %tid to i64
  %team = call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %teams = call range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %wide = zext nneg i32 %team to i64
  %begin = shl nuw nsw i64 %wide, 7
  %end = or disjoint i64 %begin, 127
  %end.cut = call i64 @llvm.smin.i64(i64 %end, i64 1048575)
  %teams.wide = zext nneg i32 %teams to i64
  %stride = shl nuw nsw i64 %teams.wide, 7
  br label %outer
outer:
  %last = phi i64 [ %end.cut, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %begin, %0 ], [ %first.next, %after.inner ]
  %start = add nuw nsw i64 %first, %thread
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add i64 %i, 128
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, %stride
  %sum = add i64 %last, %stride
  %last.next = call i64 @llvm.smin.i64(i64 %sum, i64 1048575)
  %more = icmp samesign ult i64 %first.next, 1048576
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @no_flags_signed(ptr %p) {
  %tid = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %thread = zext nneg i32 %tid to i64
  %team = call range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %teams = call range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %wide = zext nneg i32 %team to i64
  %begin = shl nuw nsw i64 %wide, 7
  %end = or disjoint i64 %begin, 127
  %end.cut = call i64 @llvm.smin.i64(i64 %end, i64 1048575)
  %teams.wide = zext nneg i32 %teams to i64
  %stride = shl nuw nsw i64 %teams.wide, 7
  br label %outer
outer:
  %last = phi i64 [ %end.cut, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %begin, %0 ], [ %first.next, %after.inner ]
  %start = add nuw nsw i64 %first, %thread
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add i64 %i, 128
  %out = icmp sgt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, %stride
  %sum = add i64 %last, %stride
  %last.next = call i64 @llvm.smin.i64(i64 %sum, i64 1048575)
  %more = icmp samesign ult i64 %first.next, 1048576
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @small_step(ptr %p, i64 %thread, i64 %begin) {
  %t = and i64 %thread, 127
  %b = and i64 %begin, 65535
  %end = add nuw nsw i64 %b, 127
  br label %outer
outer:
  %last = phi i64 [ %end, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %b, %0 ], [ %first.next, %after.inner ]
  %start = add nuw nsw i64 %first, %t
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i64 %i, 127
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, 4096
  %cut = call i64 @llvm.smin.i64(i64 %last, i64 1044479)
  %last.next = add nsw i64 %cut, 4096
  %more = icmp samesign ult i64 %first, 1044480
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @overflow(ptr %p, i64 %thread, i64 %begin, i64 %wide) {
  %t = and i64 %thread, 127
  %b = and i64 %begin, 65535
  %end = add nuw nsw i64 %b, 127
  %stride = and i64 %wide, 9223372036854775807
  br label %outer
outer:
  %last = phi i64 [ %end, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %b, %0 ], [ %first.next, %after.inner ]
  %start = add nuw nsw i64 %first, %t
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i64 %i, 128
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, %stride
  %sum = add i64 %last, %stride
  %last.next = call i64 @llvm.smin.i64(i64 %sum, i64 1048575)
  %more = icmp samesign ult i64 %first.next, 1048576
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @negative(ptr %p, i64 %thread, i64 %begin) {
  %b = and i64 %begin, 65535
  %end = add nuw nsw i64 %b, 127
  br label %outer
outer:
  %last = phi i64 [ %end, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %b, %0 ], [ %first.next, %after.inner ]
  %start = add nsw i64 %first, %thread
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i64 %i, 128
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, 4096
  %cut = call i64 @llvm.smin.i64(i64 %last, i64 1044479)
  %last.next = add nsw i64 %cut, 4096
  %more = icmp samesign ult i64 %first, 1044480
  br i1 %more, label %outer, label %done
done:
  ret void
}

define void @other_stride(ptr %p, i64 %thread, i64 %begin) {
  %t = and i64 %thread, 127
  %b = and i64 %begin, 65535
  %end = add nuw nsw i64 %b, 127
  br label %outer
outer:
  %last = phi i64 [ %end, %0 ], [ %last.next, %after.inner ]
  %first = phi i64 [ %b, %0 ], [ %first.next, %after.inner ]
  %start = add nuw nsw i64 %first, %t
  %none = icmp ugt i64 %start, %last
  br i1 %none, label %after.inner, label %inner
inner:
  %i = phi i64 [ %i.next, %inner ], [ %start, %outer ]
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %at
  %i.next = add nuw nsw i64 %i, 128
  %out = icmp ugt i64 %i.next, %last
  br i1 %out, label %after.inner, label %inner
after.inner:
  %first.next = add nuw nsw i64 %first, 4096
  %cut = call i64 @llvm.smin.i64(i64 %last, i64 1044479)
  %last.next = add nsw i64 %cut, 8192
  %more = icmp samesign ult i64 %first, 1044480
  br i1 %more, label %outer, label %done
done:
  ret void
}
