; Where clang chose the chunks of `distribute parallel for`, the region gets all iterations at once, and shares them among
; the threads of all teams.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-flat-loops,verify | FileCheck %s

; Loops stay as they are if the program chose the chunks,
; DEFINE: %{kept} = opt -load-pass-plugin=%clang_passes -S -passes=ompjit-flat-loops,verify | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/i32 1, i32 %%threads/i32 1, i32 128/' %s | %{kept}
; RUN: sed 's/ptr %%stride, i32 1, i32 1)/ptr %%stride, i32 1, i32 2)/' %s | %{kept}
; if code asks who had the last iteration,
; RUN: sed 's/; behind the teams. loop/%%read = load i32, ptr %%last/' %s | %{kept}
; RUN: sed 's/; behind the threads. loop/%%read = load i32, ptr %%last/' %s | %{kept}
; if the region's size may differ between teams, or a main thread starts it,
; RUN: sed 's/i32 1, i32 -1, i32 -1/i32 1, i32 %%n, i32 -1/' %s | %{kept}
; RUN: sed 's/ptr @body, ptr null/ptr @body, ptr @body/' %s | %{kept}
; if something comes behind the region,
; RUN: sed 's/; behind the region/call void @__kmpc_distribute_static_fini(ptr null, i32 0)/' %s | %{kept}
; RUN: sed 's/; behind the region/store i32 0, ptr %%other/' %s | %{kept}
; if the threads' loop is another one, or not the only one.
; RUN: sed 's/store i32 %%first, ptr %%lower/store i32 0, ptr %%lower/' %s | %{kept}
; RUN: sed 's/store ptr %%start, ptr/store ptr null, ptr/' %s | %{kept}
; RUN: sed 's/; behind the threads. loop/call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 33, ptr %%last, ptr %%lower, ptr %%upper, ptr %%stride, i32 1, i32 1)/' %s | %{kept}
; RUN: sed 's/i32 33,/i32 34,/; s/add nsw i32 %%now, 1/add nsw i32 %%now, 2/' %s | %{kept}
; RUN: sed 's/i32 33,/i32 35,/' %s | %{kept}
; KEPT: call void @__kmpc_distribute_static_init_4(
; KEPT-NOT: i32 93

; Where threads have pieces, as with schedule(static), they step over the others' iterations instead, up to the end.
; RUN: sed 's/i32 33,/i32 34,/' %s | opt -load-pass-plugin=%clang_passes -S -passes=ompjit-flat-loops,verify | FileCheck %s --check-prefix=PIECES
; PIECES-LABEL: define internal void @body(
; PIECES: call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 93, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
; PIECES-NEXT: store i32 %end, ptr %upper
; PIECES: [[STRIDE:%.*]] = load i32, ptr %stride
; PIECES-NEXT: add nsw i32 %now, [[STRIDE]]

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @teams(
; CHECK-NOT: __kmpc_distribute_static_init
; CHECK: call void @__kmpc_parallel_60(
; CHECK-NEXT: br label %end
; CHECK-NOT: add
; CHECK: call void @__kmpc_distribute_static_fini(
define internal void @teams(i32 %n, ptr %other) {
entry:
  %iv = alloca i32
  %lower = alloca i32
  %upper = alloca i32
  %stride = alloca i32
  %last = alloca i32
  %shared = alloca [2 x ptr]
  %end.of.all = sub i32 %n, 1
  store i32 0, ptr %lower
  store i32 %end.of.all, ptr %upper
  store i32 1, ptr %stride
  store i32 0, ptr %last
  %threads = call i32 @__kmpc_get_hardware_num_threads_in_block()
  call void @__kmpc_distribute_static_init_4(ptr null, i32 0, i32 91, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 %threads)
  %begin = load i32, ptr %lower
  store i32 %begin, ptr %iv
  br label %loop
loop:
  %now = load i32, ptr %iv
  %more = icmp slt i32 %now, %n
  br i1 %more, label %turn, label %end
turn:
  %first = load i32, ptr %lower
  %first.wide = zext i32 %first to i64
  %to = load i32, ptr %upper
  %to.wide = zext i32 %to to i64
  %start = inttoptr i64 %first.wide to ptr
  %finish = inttoptr i64 %to.wide to ptr
  store ptr %start, ptr %shared
  %second = getelementptr inbounds [2 x ptr], ptr %shared, i64 0, i64 1
  store ptr %finish, ptr %second
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @body, ptr null, ptr %shared, i64 2, i32 0)
  ; behind the region
  %distance = load i32, ptr %stride
  %next = add i32 %now, %distance
  store i32 %next, ptr %iv
  store i32 %next, ptr %lower
  br label %loop
end:
  call void @__kmpc_distribute_static_fini(ptr null, i32 0)
  ; behind the teams' loop
  ret void
}

; CHECK-LABEL: define internal void @body(
; CHECK: call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 93, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
define internal void @body(ptr %thread, ptr %bound, i64 %from, i64 %to) {
entry:
  %from.variable = alloca i64
  %iv = alloca i32
  %lower = alloca i32
  %upper = alloca i32
  %stride = alloca i32
  %last = alloca i32
  store i64 %from, ptr %from.variable
  store i32 0, ptr %last
  %from.loaded = load i64, ptr %from.variable
  %first = trunc i64 %from.loaded to i32
  %end = trunc i64 %to to i32
  store i32 %first, ptr %lower
  store i32 %end, ptr %upper
  call void @__kmpc_for_static_init_4(ptr null, i32 0, i32 33, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
  %begin = load i32, ptr %lower
  store i32 %begin, ptr %iv
  br label %loop
loop:
  %now = load i32, ptr %iv
  %till = load i32, ptr %upper
  %more = icmp sle i32 %now, %till
  br i1 %more, label %turn, label %done
turn:
  %next = add nsw i32 %now, 1
  store i32 %next, ptr %iv
  br label %loop
done:
  call void @__kmpc_for_static_fini(ptr null, i32 0)
  ; behind the threads' loop
  ret void
}

declare i32 @__kmpc_get_hardware_num_threads_in_block()
declare void @__kmpc_distribute_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_distribute_static_fini(ptr, i32)
declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare void @__kmpc_parallel_60(ptr, i32, i32, i32, i32, ptr, ptr, ptr, i64, i32)
