; Variables in a team's memory lose the zero that nobody writes; other values are an error, other spaces are left.
; RUN: opt -load-pass-plugin %clang_passes -passes=ompjit-team-variables -S %s | FileCheck %s
; RUN: sed 's/i32 0, align 8/i32 7, align 8/' %s | not opt -load-pass-plugin %clang_passes -passes=ompjit-team-variables -S 2>&1 | FileCheck %s --check-prefix=VALUE

; CHECK-DAG: @number = protected addrspace(3) global i32 poison, align 8
; CHECK-DAG: @array = internal addrspace(3) global [4 x i32] poison
; CHECK-DAG: @without = addrspace(3) global i32 undef
; CHECK-DAG: @elsewhere = external addrspace(3) global i32{{$}}
; CHECK-DAG: @device = addrspace(1) global i32 0
; VALUE: error: the variable 'number' is in the memory of each team, which cannot have an initial value

@number = protected addrspace(3) global i32 0, align 8
@array = internal addrspace(3) global [4 x i32] zeroinitializer
@without = addrspace(3) global i32 undef
@elsewhere = external addrspace(3) global i32
@device = addrspace(1) global i32 0

define void @use() {
  store i32 1, ptr addrspace(3) @array
  ret void
}
