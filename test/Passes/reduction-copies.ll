; What threads hand each other of a reduction goes into as many bytes as it came
; from, and its copies are aligned as the pieces are.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-reduction-copies,verify -S %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define internal void @shuffle(
; CHECK: %copy = alloca [7 x i8], align 8
; CHECK: %four = call i32 @__kmpc_shuffle_int32(
; CHECK-NEXT: store i32 %four, ptr %copy, align 4
; CHECK: %two = call i32 @__kmpc_shuffle_int32(
; CHECK-NEXT: [[TWO:%.*]] = trunc i32 %two to i16
; CHECK-NEXT: store i16 [[TWO]], ptr %at4, align 1
; CHECK: %one = call i32 @__kmpc_shuffle_int32(
; CHECK-NEXT: [[ONE:%.*]] = trunc i32 %one to i8
; CHECK-NEXT: store i8 [[ONE]], ptr %at6, align 1
; CHECK-NEXT: ret void
define internal void @shuffle(ptr %from, i16 %lane) {
  %copy = alloca [7 x i8], align 1
  %v = load i32, ptr %from, align 4
  %four = call i32 @__kmpc_shuffle_int32(i32 %v, i16 %lane, i16 32)
  store i32 %four, ptr %copy, align 4
  %from4 = getelementptr i8, ptr %from, i64 4
  %at4 = getelementptr i8, ptr %copy, i64 4
  %half = load i16, ptr %from4, align 2
  %half.wide = sext i16 %half to i32
  %two = call i32 @__kmpc_shuffle_int32(i32 %half.wide, i16 %lane, i16 32)
  store i32 %two, ptr %at4, align 4
  %from6 = getelementptr i8, ptr %from, i64 6
  %at6 = getelementptr i8, ptr %copy, i64 6
  %byte = load i8, ptr %from6, align 1
  %byte.wide = zext i8 %byte to i32
  %one = call i32 @__kmpc_shuffle_int32(i32 %byte.wide, i16 %lane, i16 32)
  store i32 %one, ptr %at6, align 4
  ret void
}

; Between warps, each variable goes in one piece, and there are two barriers for all of them.
; CHECK-LABEL: define internal void @warps(
; CHECK: [[SELF:%.*]] = call i32 @__kmpc_get_hardware_thread_id_in_block()
; CHECK: [[WIDTH:%.*]] = call i32 @__kmpc_get_warp_size()
; CHECK: [[WARP:%.*]] = udiv i32 [[SELF]], [[WIDTH]]
; CHECK: [[IS_READER:%.*]] = icmp ult i32 [[SELF]], %count
; CHECK: call void @__kmpc_barrier(
; CHECK: [[TO:%.*]] = getelementptr inbounds [16 x i8], ptr addrspace(3) @__ompjit_reduction_records_16, i32 [[WARP]]
; CHECK: call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 1 {{%.*}}, ptr align 1 {{%.*}}, i64 1, i1 false)
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i8, ptr addrspace(3) [[TO]], i64 1
; CHECK: call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 1 [[SECOND]], ptr align 1 {{%.*}}, i64 7, i1 false)
; CHECK: call void @__kmpc_barrier(
; CHECK: br i1 [[IS_READER]]
; CHECK: getelementptr inbounds [16 x i8], ptr addrspace(3) @__ompjit_reduction_records_16, i32 [[SELF]]
; CHECK: call void @llvm.memcpy.p0.p3.i64(
; CHECK: call void @llvm.memcpy.p0.p3.i64(
; CHECK-NOT: barrier
; CHECK: ret void
define internal void @warps(ptr %list, i32 %count) {
  %first = load ptr, ptr %list
  %piece = load i8, ptr %first, align 1
  store volatile i8 %piece, ptr addrspace(3) @transfer
  %at = getelementptr [2 x ptr], ptr %list, i64 0, i64 1
  %second = load ptr, ptr %at
  %half = load i16, ptr %second, align 2
  store volatile i16 %half, ptr addrspace(3) @transfer
  %byte = load volatile i8, ptr addrspace(3) @transfer
  store i8 %byte, ptr %second, align 1
  ret void
}
define internal void @lanes(ptr %list, i16 %lane) {
  %copies = alloca [2 x ptr]
  %one = alloca i8
  %seven = alloca [7 x i8]
  store ptr %one, ptr %copies
  %at = getelementptr [2 x ptr], ptr %copies, i64 0, i64 1
  store ptr %seven, ptr %at
  ret void
}

; Large ones go in rounds.
; CHECK-LABEL: define internal void @warps.large(
; CHECK: i64 8, i1 false)
; CHECK: i64 120, i1 false)
; CHECK: call void @__kmpc_barrier(
; CHECK: call void @__kmpc_barrier(
; CHECK: i64 128, i1 false)
; CHECK: call void @__kmpc_barrier(
; CHECK: call void @__kmpc_barrier(
; CHECK: i64 56, i1 false)
; CHECK: call void @__kmpc_barrier(
; CHECK-NOT: barrier
; CHECK: ret void
define internal void @warps.large(ptr %list, i32 %count) {
  ret void
}
define internal void @lanes.large(ptr %list, i16 %lane) {
  %copies = alloca [2 x ptr]
  %one = alloca double
  %many = alloca [38 x double]
  store ptr %one, ptr %copies
  %at = getelementptr [2 x ptr], ptr %copies, i64 0, i64 1
  store ptr %many, ptr %at
  ret void
}

; A class is aligned as it is itself, in the list and in the teams' buffer.
; CHECK-LABEL: define internal void @to.buffer(
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %place, ptr align 4 %class, i64 12, i1 false)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %class, ptr align 4 %place, i64 12, i1 false)
define internal void @to.buffer(ptr %buffer, i32 %team, ptr %list) {
  %at = getelementptr [2 x ptr], ptr %list, i64 0, i64 1
  %class = load ptr, ptr %at
  %place = getelementptr { i8, { i32, i32, i8 } }, ptr %buffer, i32 %team, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %place, ptr align 8 %class, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %class, ptr align 8 %place, i64 12, i1 false)
  ret void
}
define internal void @parts(ptr %list, i16 %lane) {
  %copies = alloca [2 x ptr]
  %one = alloca i8
  %class = alloca { i32, i32, i8 }
  store ptr %one, ptr %copies
  %at = getelementptr [2 x ptr], ptr %copies, i64 0, i64 1
  store ptr %class, ptr %at
  ret void
}
define internal void @nothing(ptr %list, i32 %count) {
  ret void
}
define internal void @teams() {
  %has = call i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr null, ptr null, i32 1, i64 16, ptr null, ptr @parts, ptr @nothing, ptr @to.buffer)
  ret void
}
@transfer = internal addrspace(3) global i32 poison

; CHECK-LABEL: define internal void @region(
; CHECK: alloca [7 x i8], align 8
; CHECK: alloca i128, align 16
define internal void @region() {
  %private = alloca [7 x i8], align 1
  %large = alloca i128, align 16
  %has = call i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr null, i64 8, ptr %private, ptr @lanes, ptr @warps)
  %large.has = call i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr null, i64 312, ptr %private, ptr @lanes.large, ptr @warps.large)
  ret void
}

; CHECK-LABEL: define void @other(
; CHECK: alloca [7 x i8], align 1
define void @other() {
  %bytes = alloca [7 x i8], align 1
  ret void
}

declare i32 @__kmpc_shuffle_int32(i32, i16, i16)
declare i32 @__kmpc_nvptx_parallel_reduce_nowait_v2(ptr, i64, ptr, ptr, ptr)
declare i32 @__kmpc_nvptx_teams_reduce_nowait_v2(ptr, ptr, i32, i64, ptr, ptr, ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
