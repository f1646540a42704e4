; What a kernel asks its device and its launch for becomes constant, and nothing else does.
; RUN: rm -rf %t && split-file %s %t
; DEFINE: %{known} = ompjit-device<devices;devices=3;device=1;debug=0;dynamic=4096>,verify
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='%{known}' -S %t/nvptx.ll | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='%{known}' -S %t/amdgcn.ll | FileCheck %s --check-prefixes=CHECK,AMDGCN
; RUN: opt -load-pass-plugin=%specialize_plugin -passes='ompjit-device<devices;device=0>' -S %t/nvptx.ll | FileCheck %s --check-prefix=ONE
; RUN: not opt -load-pass-plugin=%specialize_plugin -passes='ompjit-device<devices;devcies=3>' -S %t/nvptx.ll
;
; CHECK-LABEL: define internal i32 @devices(
; CHECK-NEXT: ret i32 3
; CHECK-LABEL: define internal i32 @device(
; CHECK-NEXT: ret i32 1
; CHECK-LABEL: define internal i32 @debug(
; CHECK-NEXT: ret i32 0
; CHECK-LABEL: define internal i32 @dynamic(
; CHECK: ret i32 4096
; CHECK-LABEL: define internal i64 @clock(
; CHECK: load volatile i64
; CHECK-LABEL: define internal i16 @half(
; CHECK: load volatile i16
; A part of a number is none of them, and neither is a variable of another name.
; CHECK-LABEL: define internal i32 @other(
; CHECK: load volatile i32
; NVPTX-LABEL: define internal i32 @processors(
; NVPTX: call i32 @llvm.nvvm.read.ptx.sreg.nsmid()
; AMDGCN-LABEL: define internal i32 @blocks(
; AMDGCN: load i32
;
; ONE-LABEL: define internal i32 @devices(
; ONE: load volatile i32
; ONE-LABEL: define internal i32 @device(
; ONE-NEXT: ret i32 0
; ONE-LABEL: define internal i32 @debug(
; ONE: load volatile i32
; ONE-LABEL: define internal i32 @dynamic(
; ONE: call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"

%environment = type { i32, i32, i32, i32, i64, ptr, i64, i64 }
@__omp_rtl_device_environment = weak protected addrspace(4) externally_initialized constant %environment zeroinitializer
@other_environment = addrspace(4) externally_initialized constant %environment zeroinitializer

define internal i32 @devices() {
  %n = load volatile i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 4)
  ret i32 %n
}
define internal i32 @device() {
  %n = load volatile i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 8)
  ret i32 %n
}
define internal i32 @debug() {
  %n = load volatile i32, ptr addrspace(4) @__omp_rtl_device_environment
  ret i32 %n
}
define internal i32 @dynamic() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  ret i32 %n
}
define internal i64 @clock() {
  %n = load volatile i64, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 16)
  ret i64 %n
}
define internal i16 @half() {
  %n = load volatile i16, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 4)
  ret i16 %n
}
define internal i32 @other() {
  %n = load volatile i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @other_environment, i64 4)
  ret i32 %n
}
define internal i32 @processors() {
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nsmid()
  ret i32 %n
}
declare i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
declare i32 @llvm.nvvm.read.ptx.sreg.nsmid()

;--- amdgcn.ll
target triple = "amdgcn-amd-amdhsa"

%environment = type { i32, i32, i32, i32, i64, ptr, i64, i64 }
@__omp_rtl_device_environment = weak protected addrspace(4) externally_initialized constant %environment zeroinitializer
@other_environment = addrspace(4) externally_initialized constant %environment zeroinitializer

define internal i32 @devices() {
  %n = load volatile i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 4)
  ret i32 %n
}
define internal i32 @device() {
  %n = load volatile i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 8)
  ret i32 %n
}
define internal i32 @debug() {
  %n = load volatile i32, ptr addrspace(4) @__omp_rtl_device_environment
  ret i32 %n
}
define internal i32 @dynamic() {
  %arguments = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %place = getelementptr inbounds i8, ptr addrspace(4) %arguments, i64 120
  %n = load i32, ptr addrspace(4) %place
  ret i32 %n
}
define internal i64 @clock() {
  %n = load volatile i64, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 16)
  ret i64 %n
}
define internal i16 @half() {
  %n = load volatile i16, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @__omp_rtl_device_environment, i64 4)
  ret i16 %n
}
define internal i32 @other() {
  %n = load volatile i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @other_environment, i64 4)
  ret i32 %n
}
define internal i32 @blocks() {
  %arguments = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %n = load i32, ptr addrspace(4) %arguments
  ret i32 %n
}
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
