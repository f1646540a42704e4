; Pointers that do not overlap change the code for processors and GPUs: the loop is vectorised without checks at run
; time, what it reads again and again is read once before it, and an NVIDIA GPU reads through its read-only cache.
; DEFINE: %{passes} = ompjit-argument-scopes,ompjit-invariant-loads,default<O3>
; RUN: sed 's/KERNEL/define/' %s > %t.x86.ll
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.x86.ll -mtriple=x86_64-pc-linux-gnu -mcpu=x86-64-v3 -o - \
; RUN:   -passes='ompjit-disjoint<kernel;1;2;3>,%{passes}' | FileCheck %s --check-prefix=X86
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.x86.ll -mtriple=x86_64-pc-linux-gnu -mcpu=x86-64-v3 -o - \
; RUN:   -passes='%{passes}' | FileCheck %s --check-prefix=X86-PLAIN
; RUN: sed 's/KERNEL/define ptx_kernel/' %s > %t.nvptx.ll
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.nvptx.ll -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -o - \
; RUN:   -passes='ompjit-disjoint<kernel;1;2;3>,%{passes}' | llc -mcpu=sm_90 -o - | FileCheck %s --check-prefix=PTX
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.nvptx.ll -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -o - \
; RUN:   -passes='%{passes}' | llc -mcpu=sm_90 -o - | FileCheck %s --check-prefix=PTX-PLAIN
; RUN: sed 's/KERNEL/define amdgpu_kernel/' %s > %t.amdgcn.ll
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.amdgcn.ll -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -o - \
; RUN:   -passes='ompjit-disjoint<kernel;1;2;3>,%{passes}' | FileCheck %s --check-prefix=AMD
; RUN: opt -load-pass-plugin=%specialize_plugin -S %t.amdgcn.ll -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -o - \
; RUN:   -passes='%{passes}' | FileCheck %s --check-prefix=AMD-PLAIN

; X86: load double, ptr %w
; X86: vector.body:
; X86-NOT: vector.memcheck
; X86-PLAIN: vector.memcheck

; PTX: ld.global.nc.b64
; PTX: $L__BB0_{{[0-9]+}}:
; PTX-PLAIN-NOT: ld.global.nc

; AMD: loop.preheader:
; AMD-NEXT: %weight = load double
; AMD: loop:
; AMD-PLAIN: loop:
; AMD-PLAIN: %weight = load double

KERNEL void @kernel(ptr %env, i64 %n, ptr %to, ptr %from, ptr %w) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from.i = getelementptr inbounds double, ptr %from, i64 %i
  %x = load double, ptr %from.i, align 8
  %weight = load double, ptr %w, align 8
  %y = fmul double %x, %weight
  %to.i = getelementptr inbounds double, ptr %to, i64 %i
  store double %y, ptr %to.i, align 8
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}
