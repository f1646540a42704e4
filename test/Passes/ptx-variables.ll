; PTX cannot define variables that hold each other's addresses: a constructor stores these.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-ptx-prepare,verify -S %s | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/' %s | opt -load-pass-plugin=%clang_passes -passes=ompjit-ptx-prepare -S | FileCheck %s --check-prefix=OTHER

target triple = "nvptx64-nvidia-cuda"

; CHECK: @self = global { i32, ptr } { i32 7, ptr null }
@self = global { i32, ptr } { i32 7, ptr @self }
; CHECK: @first = global [2 x ptr] zeroinitializer
@first = constant [2 x ptr] [ptr @second, ptr getelementptr (i8, ptr @second, i64 8)]
; Which is no cycle any more.
; CHECK: @second = global { ptr, i64 } { ptr @first, i64 5 }
@second = global { ptr, i64 } { ptr @first, i64 5 }
; CHECK: @outside = constant ptr @self
@outside = constant ptr @self
; CHECK: @llvm.global_ctors = {{.*}} { i32 0, ptr @store_addresses,

; CHECK: define internal void @store_addresses()
; CHECK-DAG: store ptr @self, ptr getelementptr {{.*}}@self
; CHECK-DAG: store ptr @second, ptr @first
; CHECK-DAG: store ptr getelementptr (i8, ptr @second, i64 8), ptr getelementptr {{.*}}@first
; CHECK: ret void

; OTHER: @self = global { i32, ptr } { i32 7, ptr @self }
; OTHER-NOT: store_addresses
