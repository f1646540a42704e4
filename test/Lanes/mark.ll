; The loop of `distribute parallel for` is marked, and no other one: not with chunks of a size that the program names, not
; where the body can tell its thread, by itself or in a function that it calls, and not without `distribute`.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes=ompjit-mark-lanes,verify -S %s | FileCheck %s

; CHECK-LABEL: define internal void @usual(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[MARKED:![0-9]+]]
; CHECK: br i1 %copied, label %exit, label %copy{{$}}
; CHECK-LABEL: define internal void @chunks(
; CHECK: br i1 %more, label %loop, label %done{{$}}
; CHECK-LABEL: define internal void @knows_its_thread(
; CHECK: br i1 %more, label %loop, label %done{{$}}
; CHECK-LABEL: define internal void @without_distribute(
; CHECK: br i1 %more, label %loop, label %done{{$}}
; CHECK: [[MARKED]] = distinct !{[[MARKED]], [[MARK:![0-9]+]]}
; CHECK: [[MARK]] = !{!"ompjit.lanes", i32 0}

declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @omp_get_thread_num()
declare double @sin(double) memory(none)

define void @teams(ptr %p) {
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 92, ptr %p, ptr %p, ptr %p, ptr %p, i32 1, i32 1)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @usual, ptr %p)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @chunks, ptr %p)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @knows_its_thread, ptr %p)
  ret void
}

define void @no_teams(ptr %p) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @without_distribute, ptr %p)
  ret void
}

define internal void @usual(ptr %gtid, ptr %btid, ptr %p) {
entry:
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 34, ptr %p, ptr %p, ptr %p, ptr %p, i32 1, i32 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %p, i32 %i
  %x = load double, ptr %at
  %y = call double @sin(double %x) memory(none)
  store double %y, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done

done:
  call void @__kmpc_for_static_fini(ptr null, i32 0)
  br label %copy

copy: ; As behind a loop with a reduction of an array.
  %c = phi i32 [ 0, %done ], [ %d, %copy ]
  %d = add i32 %c, 1
  %copied = icmp eq i32 %d, 8
  br i1 %copied, label %exit, label %copy

exit:
  ret void
}

define internal void @chunks(ptr %gtid, ptr %btid, ptr %p) {
entry:
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 33, ptr %p, ptr %p, ptr %p, ptr %p, i32 1, i32 4)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done

done:
  call void @__kmpc_for_static_fini(ptr null, i32 0)
  ret void
}

define internal i32 @place(i32 %i) {
  %t = call i32 @omp_get_thread_num()
  %at = add i32 %t, %i
  ret i32 %at
}

define internal void @knows_its_thread(ptr %gtid, ptr %btid, ptr %p) {
entry:
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 34, ptr %p, ptr %p, ptr %p, ptr %p, i32 1, i32 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = call i32 @place(i32 %i)
  %at = getelementptr double, ptr %p, i32 %place
  store double 0.0, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done

done:
  call void @__kmpc_for_static_fini(ptr null, i32 0)
  ret void
}

define internal void @without_distribute(ptr %gtid, ptr %btid, ptr %p) {
entry:
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 34, ptr %p, ptr %p, ptr %p, ptr %p, i32 1, i32 1)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done

done:
  call void @__kmpc_for_static_fini(ptr null, i32 0)
  ret void
}
