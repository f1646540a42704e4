; LLVM's OpenMP optimiser takes a write through a pointer for one to a thread's own memory before it has seen all that is
; handed over, and stays with that: all threads of a kernel that it makes SPMD write to what they share.
; RUN: opt -S %s -passes=openmp-opt,verify | FileCheck %s --check-prefix=FAULT
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s \
; RUN:   -passes='ompjit-keep-writes-open,openmp-opt,ompjit-settle-writes,verify' | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -passes=ompjit-keep-writes-open,verify | FileCheck %s --check-prefix=OPEN
; RUN: sed 's/amdgcn-amd-amdhsa/x86_64-pc-linux-gnu/' %s | opt -load-pass-plugin=%specialize_plugin -S \
; RUN:   -passes=ompjit-keep-writes-open,verify | FileCheck %s --check-prefix=HOST

target triple = "amdgcn-amd-amdhsa"

%environment = type { { i8, i8, i8, i32, i32, i32, i32, i32, i32 }, ptr, ptr }
@kernel_kernel_environment = constant %environment { { i8, i8, i8, i32, i32, i32, i32, i32, i32 } { i8 1, i8 0, i8 1, i32 1, i32 256, i32 0, i32 0, i32 0, i32 0 }, ptr null, ptr null }
@shared = internal addrspace(3) global i32 poison

; FAULT: @kernel_kernel_environment = {{.*}} { i8 0, i8 0, i8 3,
; Others call the function as well, so that it can have no guard.
; CHECK: @kernel_kernel_environment = {{.*}} { i8 {{[01]}}, i8 0, i8 1,
; CHECK-NOT: __ompjit

define amdgpu_kernel void @other() {
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @region, ptr null, ptr null, i64 0, i32 0)
  ret void
}

; What goes to a thread's own variables is decided.
; OPEN-LABEL:  define void @elsewhere(
; OPEN-NEXT:     alloca
; OPEN-NEXT:     store
define void @elsewhere() {
  %own = alloca i32, addrspace(5)
  store i32 0, ptr addrspace(5) %own
  %to = addrspacecast ptr addrspace(5) %own to ptr
  call void @write(ptr %to)
  ret void
}

; FAULT-LABEL: define internal void @write(
; FAULT-NOT:     call
; FAULT:         ret void
; OPEN-LABEL:  define internal void @write(
; OPEN-NEXT:     call void @__ompjit_undecided() [[WRITES:#[0-9]+]]
; OPEN-NEXT:     store
define internal void @write(ptr %to) noinline {
  store i32 1, ptr %to
  ret void
}

define amdgpu_kernel void @kernel(ptr %env) #0 {
  %init = call i32 @__kmpc_target_init(ptr @kernel_kernel_environment, ptr %env)
  %main = icmp eq i32 %init, -1
  br i1 %main, label %code, label %exit
code:
  call void @__kmpc_parallel_60(ptr null, i32 0, i32 1, i32 -1, i32 -1, ptr @region, ptr @wrapper, ptr null, i64 0, i32 0)
  br label %behind
behind:
  call void @write(ptr addrspacecast (ptr addrspace(3) @shared to ptr))
  call void @__kmpc_target_deinit()
  br label %exit
exit:
  ret void
}
define internal void @region() {
  ret void
}
define internal void @wrapper(i16 %level, i32 %thread) {
  ret void
}

declare i32 @__kmpc_target_init(ptr, ptr)
declare void @__kmpc_target_deinit()
; With a body, as the device runtime is linked in.
define internal void @__kmpc_parallel_60(ptr %place, i32 %thread, i32 %if, i32 %threads, i32 %bind, ptr %body, ptr %wrapper, ptr %variables, i64 %number, i32 %strict) {
  %value = load volatile i32, ptr addrspace(3) @shared
  ret void
}

; Such an order is what bitcode is read with.
uselistorder ptr @__kmpc_parallel_60, { 1, 0 }

; OPEN:        declare i1 @__ompjit_unknown()
; OPEN:        define internal void @__ompjit_undecided() [[HARMLESS:#[0-9]+]]
; OPEN:          call void @__ompjit_undecided() [[WRITES]]
; OPEN-DAG:    attributes [[WRITES]] = { memory(inaccessiblemem: readwrite) }
; OPEN-DAG:    attributes [[HARMLESS]] = { nosync nounwind willreturn }
; HOST-NOT:    __ompjit

attributes #0 = { "kernel" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
