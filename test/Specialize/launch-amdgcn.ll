; The size of a launch becomes constant in a kernel of an AMD GPU, wherever it is
; read from.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96;warp=64>,ompjit-launch-size,verify' \
; RUN:   | FileCheck %s --check-prefixes=CHECK,SPMD
; RUN: sed 's/i8 2, i32 1/i8 1, i32 1/' %s | opt -load-pass-plugin=%specialize_plugin -S -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96;warp=64>,ompjit-launch-size,verify' \
; RUN:   | FileCheck %s --check-prefixes=CHECK,GENERIC
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-launch<k;teams=4>,ompjit-launch-size' | FileCheck %s --check-prefix=TEAMS

target triple = "amdgcn-amd-amdhsa"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }

@k_kernel_environment = weak_odr protected addrspace(1) constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 256, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

; CHECK-LABEL: define amdgpu_kernel void @k(
; SPMD: call range(i32 0, 96) i32 @llvm.amdgcn.workitem.id.x()
; GENERIC: call range(i32 0, 160) i32 @llvm.amdgcn.workitem.id.x()
; CHECK-NEXT: call range(i32 0, 4) i32 @llvm.amdgcn.workgroup.id.x()
; The number of blocks, as a quotient and as it is.
; CHECK: store i32 4, ptr %out
; CHECK: store i32 4, ptr %out
; The size of a block: in the arguments, and in one or the other.
; SPMD: store i16 96, ptr %out
; SPMD: store i16 96, ptr %out
; GENERIC: store i16 160, ptr %out
; GENERIC: store i16 160, ptr %out
; Blocks are whole, and have one dimension that nobody asked about.
; CHECK: store i16 0, ptr %out
; CHECK: store i16 %size.y, ptr %out
; A part of a number is not the number.
; CHECK: store i8 %part, ptr %out
; TEAMS: store i32 4, ptr %out
; TEAMS: store i32 4, ptr %out
; TEAMS: store i16 %size, ptr %out
define amdgpu_kernel void @k(ptr %env, ptr %out, i1 %old) #0 {
  %thread = call range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x()
  %block = call i32 @llvm.amdgcn.workgroup.id.x()
  %packet = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %grid.at = getelementptr i8, ptr addrspace(4) %packet, i64 12
  %grid = load i32, ptr addrspace(4) %grid.at
  %size.at = getelementptr i8, ptr addrspace(4) %implicit, i64 12
  %size = load i16, ptr addrspace(4) %size.at
  %wide = zext i16 %size to i32
  %quotient = udiv i32 %grid, %wide
  store i32 %quotient, ptr %out
  %blocks = load i32, ptr addrspace(4) %implicit
  store i32 %blocks, ptr %out
  store i16 %size, ptr %out
  %old.at = getelementptr i8, ptr addrspace(4) %packet, i64 4
  %either.at = select i1 %old, ptr addrspace(4) %old.at, ptr addrspace(4) %size.at
  %either = load i16, ptr addrspace(4) %either.at
  store i16 %either, ptr %out
  %rest.at = getelementptr i8, ptr addrspace(4) %implicit, i64 18
  %rest = load i16, ptr addrspace(4) %rest.at
  store i16 %rest, ptr %out
  %size.y.at = getelementptr i8, ptr addrspace(4) %implicit, i64 14
  %size.y = load i16, ptr addrspace(4) %size.y.at
  store i16 %size.y, ptr %out
  %part = load i8, ptr addrspace(4) %size.at
  store i8 %part, ptr %out
  store i32 %thread, ptr %out
  store i32 %block, ptr %out
  ret void
}

; SPMD: "amdgpu-flat-work-group-size"="96,96"
; GENERIC: "amdgpu-flat-work-group-size"="160,160"
attributes #0 = { "amdgpu-flat-work-group-size"="1,256" }
