; What copyprivate names moves to memory that all threads can read, until the function returns.
; RUN: opt -load-pass-plugin=%clang_passes -S %s -passes=ompjit-copyprivate,verify | FileCheck %s

target triple = "amdgcn-amd-amdhsa"

; The array and three variables, one through a reference and one that wants more
; alignment than there is.
; CHECK-LABEL: define internal void @body(
; CHECK-NEXT:    %other = alloca i32, align 4, addrspace(5)
; CHECK-NEXT:    %reference = alloca ptr, align 8, addrspace(5)
; CHECK-NEXT:    %[[WHOLE:.*]] = call align 16 ptr @__kmpc_alloc_shared(i64 100)
; CHECK-NEXT:    %[[BEHIND:.*]] = getelementptr inbounds i8, ptr %[[WHOLE]], i64 48
; CHECK-NEXT:    %wide = call ptr @llvm.ptrmask.p0.i64(ptr %[[BEHIND]], i64 -64)
; CHECK-NEXT:    %table = call align 16 ptr @__kmpc_alloc_shared(i64 24)
; CHECK-NEXT:    %number = call align 16 ptr @__kmpc_alloc_shared(i64 4)
; CHECK-NEXT:    %array = call align 16 ptr @__kmpc_alloc_shared(i64 24)
; CHECK-NOT:     lifetime
; CHECK:         store i32 1, ptr %number
; CHECK:         store ptr %table, ptr %{{.*}}
; CHECK:         store ptr %number, ptr %first
; CHECK:         store ptr %wide, ptr %third
; CHECK:         call void @__kmpc_copyprivate(ptr null, i32 0, i64 24, ptr %array, ptr @copy, i32 1)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %array, i64 24)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %number, i64 4)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %table, i64 24)
; CHECK-NEXT:    call void @__kmpc_free_shared(ptr %[[WHOLE]], i64 100)
; CHECK-NEXT:    ret void
define internal void @body() {
  %number = alloca i32, align 4, addrspace(5)
  %table = alloca [3 x double], align 8, addrspace(5)
  %wide = alloca [13 x i32], align 64, addrspace(5)
  %other = alloca i32, align 4, addrspace(5)
  %reference = alloca ptr, align 8, addrspace(5)
  %array = alloca [3 x ptr], align 8, addrspace(5)
  %number.cast = addrspacecast ptr addrspace(5) %number to ptr
  %table.cast = addrspacecast ptr addrspace(5) %table to ptr
  %wide.cast = addrspacecast ptr addrspace(5) %wide to ptr
  %other.cast = addrspacecast ptr addrspace(5) %other to ptr
  %reference.cast = addrspacecast ptr addrspace(5) %reference to ptr
  %array.cast = addrspacecast ptr addrspace(5) %array to ptr
  call void @llvm.lifetime.start.p5(ptr addrspace(5) %number)
  store i32 1, ptr %number.cast
  store i32 2, ptr %other.cast
  store ptr %table.cast, ptr %reference.cast
  %first = getelementptr inbounds [3 x ptr], ptr %array.cast, i64 0, i64 0
  store ptr %number.cast, ptr %first
  %second = getelementptr inbounds [3 x ptr], ptr %array.cast, i64 0, i64 1
  %referred = load ptr, ptr %reference.cast
  store ptr %referred, ptr %second
  %third = getelementptr inbounds [3 x ptr], ptr %array.cast, i64 0, i64 2
  store ptr %wide.cast, ptr %third
  call void @__kmpc_copyprivate(ptr null, i32 0, i64 24, ptr %array.cast, ptr @copy, i32 1)
  call void @llvm.lifetime.end.p5(ptr addrspace(5) %number)
  ret void
}

; CHECK-LABEL: define internal void @other(
; CHECK-NEXT:    %mine = alloca i32
define internal void @other() {
  %mine = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %mine
  ret void
}

; Threads wait for each other there.
; CHECK: declare void @__kmpc_copyprivate({{.*}}) #[[WAITS:[0-9]+]]
; CHECK: attributes #[[WAITS]] = { convergent
declare void @__kmpc_copyprivate(ptr, i32, i64, ptr, ptr, i32)
declare void @copy(ptr, ptr)
