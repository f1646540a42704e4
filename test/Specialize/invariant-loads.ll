; Loads of what nothing in the kernel can write are invariant: calls of the OpenMP runtime and barriers of a team
; write none of it.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-disjoint<kernel;0;1>,ompjit-invariant-loads,verify' | FileCheck %s
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - -passes='ompjit-invariant-loads' \
; RUN:   | FileCheck %s --check-prefix=NONE
; Each of these writes ends that: one through a pointer from memory, one through an argument that may lead anywhere,
; one by a function that is not known, one by the runtime through the argument itself, and code that waits for what
; others write.
; DEFINE: %{with} = opt -load-pass-plugin=%specialize_plugin -S -o - \
; DEFINE:   -passes='ompjit-disjoint<kernel;0;1>,ompjit-invariant-loads' | FileCheck %s --check-prefix=NONE
; RUN: sed 's/; STORE-LOADED //' %s | %{with}
; RUN: sed 's/; STORE-RAW //' %s | %{with}
; RUN: sed 's/; CALL //' %s | %{with}
; RUN: sed 's/; RUNTIME //' %s | %{with}
; RUN: sed 's/; FLUSH //' %s | %{with}
; RUN: sed 's/; FENCE //' %s | %{with}
; RUN: sed 's/; ACQUIRE //' %s | %{with}
; RUN: sed 's/; WRITE //' %s | %{with}

; NONE-NOT: !invariant.load

@variable = internal global i64 0

declare void @unknown()
declare void @__kmpc_for_static_fini(ptr, i32)
declare void @__kmpc_atomic_fixed8_add(ptr, i32, ptr, i64)
declare void @__kmpc_flush(ptr)
declare void @llvm.nvvm.barrier0()
declare double @sqrt(double) memory(errnomem: write)

; CHECK: load i64, ptr %from, align 8, !invariant.load
; CHECK: load i64, ptr %to, align 8{{$}}
; CHECK: load atomic i64, ptr %from monotonic, align 8{{$}}
; CHECK: load volatile i64, ptr %from, align 8{{$}}
; CHECK: load i64, ptr %raw, align 8{{$}}
; CHECK: load i64, ptr %either, align 8{{$}}
define void @kernel(ptr %env, ptr %from, ptr %to, ptr %raw, i1 %which) {
  %local = alloca i64, align 8
  %x = load i64, ptr %from, align 8
  %y = load i64, ptr %to, align 8
  %monotonic = load atomic i64, ptr %from monotonic, align 8
  %volatile = load volatile i64, ptr %from, align 8
  %z = load i64, ptr %raw, align 8
  %either = select i1 %which, ptr %from, ptr %to
  %e = load i64, ptr %either, align 8
  store i64 %x, ptr %to, align 8
  store i64 %x, ptr %local, align 8
  store i64 %x, ptr @variable, align 8
  call void @__kmpc_for_static_fini(ptr %local, i32 0)
  call void @llvm.nvvm.barrier0()
  fence syncscope("workgroup") seq_cst
  %s = call double @sqrt(double 2.0)
  %p = load ptr, ptr %raw, align 8
  ; STORE-LOADED store i64 1, ptr %p, align 8
  ; STORE-RAW store i64 1, ptr %raw, align 8
  ; CALL call void @unknown()
  ; RUNTIME call void @__kmpc_atomic_fixed8_add(ptr null, i32 0, ptr %from, i64 1)
  ; FLUSH call void @__kmpc_flush(ptr null)
  ; FENCE fence acquire
  ; ACQUIRE %flag = load atomic i64, ptr %raw acquire, align 8
  ; WRITE %old = atomicrmw add ptr %from, i64 1 monotonic
  ret void
}
