; Barriers of AMD's GPUs are removed with the fences that belong to them; those of more than a team order what the barrier does.
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-redundant-barriers' -S < %s | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }
@fences_kernel_environment = addrspace(1) constant %environment { %configuration { i8 0, i8 0, i8 3, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@agent_kernel_environment = addrspace(1) constant %environment { %configuration { i8 0, i8 0, i8 3, i32 1, i32 128, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }

@index = internal addrspace(3) global i32 poison

declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

define amdgpu_kernel void @fences(ptr addrspace(1) %out) {
; CHECK-LABEL: define amdgpu_kernel void @fences(
; CHECK: store i32 7, ptr addrspace(3) @index
; CHECK: region:
; CHECK-NEXT: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK-NEXT: fence syncscope("workgroup") acquire
; CHECK-NEXT: load i32
; CHECK-NOT: barrier
; CHECK: ret void
entry:
  %thread = call i32 @llvm.amdgcn.workitem.id.x()
  %is.first = icmp eq i32 %thread, 0
  br i1 %is.first, label %prepare, label %region
prepare:
  store i32 7, ptr addrspace(3) @index
  br label %region
region:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") seq_cst
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %mine = load i32, ptr addrspace(3) @index
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %thread
  store i32 %mine, ptr addrspace(1) %place
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

define amdgpu_kernel void @agent(ptr addrspace(1) %out) {
; CHECK-LABEL: define amdgpu_kernel void @agent(
; CHECK: fence syncscope("agent") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
; CHECK: ret void
  store i32 7, ptr addrspace(1) %out
  fence syncscope("agent") release
  call void @llvm.amdgcn.s.barrier()
  store i32 8, ptr addrspace(3) @index
  fence syncscope("agent") release
  ret void
}
