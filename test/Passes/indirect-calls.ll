; A call by an address asks the device runtime for the device's function first, once.
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-indirect-calls,verify -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%clang_passes -passes=ompjit-indirect-calls,ompjit-indirect-calls -S %s | FileCheck %s

; Code of a device that is no GPU searches the list that the runtime gave it, where it gave one.
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-unknown-linux-gnu/' %s | opt -load-pass-plugin=%clang_passes -passes=ompjit-indirect-calls,verify -S | FileCheck --check-prefix=HOST %s
; HOST: @__ompjit_indirect_functions = weak protected global ptr null
; HOST: llvm_offload_entries
; HOST-LABEL: define i32 @caller(
; HOST: [[LIST:%.*]] = load atomic ptr, ptr @__ompjit_indirect_functions acquire
; HOST-NEXT: icmp ne ptr [[LIST]], null
; HOST: call ptr @.ompjit.indirect_function(ptr %f, ptr [[LIST]])
; HOST: [[FOUND:%.*]] = phi ptr [ %f, {{.*}} ], [ {{.*}} ]
; HOST-NEXT: call i32 [[FOUND]](i32 2)
; HOST-LABEL: define i1 @compares(
; HOST-COUNT-2: call ptr @.ompjit.indirect_function(ptr %f,
; HOST-NOT: call
; HOST: define internal ptr @.ompjit.indirect_function(

target triple = "nvptx64-nvidia-cuda"

define i32 @known(i32 %x) {
  ret i32 %x
}

; CHECK-LABEL: define i32 @caller(
; CHECK: call i32 @known(i32 1)
; CHECK-NEXT: [[FOUND:%.*]] = call ptr @__llvm_omp_indirect_call_lookup(ptr %f)
; CHECK-NEXT: call i32 [[FOUND]](i32 2)
; CHECK-NEXT: call void asm
; CHECK-NEXT: ret
define i32 @caller(ptr %f) {
  %a = call i32 @known(i32 1)
  %b = call i32 %f(i32 2)
  call void asm sideeffect "", ""()
  ret i32 %b
}

define void @listed() {
  ret void
}
@__omp_offloading_1_2_listed_l8 = constant ptr @listed

; A comparison with a function that the host may know, too; none with others, and none with null.
; CHECK-LABEL: define i1 @compares(
; CHECK: [[ONE:%.*]] = call ptr @__llvm_omp_indirect_call_lookup(ptr %f)
; CHECK-NEXT: icmp eq ptr [[ONE]], @listed
; CHECK-NEXT: [[TWO:%.*]] = call ptr @__llvm_omp_indirect_call_lookup(ptr %f)
; CHECK-NEXT: icmp ne ptr @elsewhere, [[TWO]]
; CHECK-NEXT: icmp eq ptr %f, @known
; CHECK-NEXT: icmp eq ptr %f, null
; CHECK-NOT: lookup
define i1 @compares(ptr %f) {
  %a = icmp eq ptr %f, @listed
  %b = icmp ne ptr @elsewhere, %f
  %c = icmp eq ptr %f, @known
  %d = icmp eq ptr %f, null
  %e = icmp eq ptr @listed, @known
  ret i1 %a
}
declare void @elsewhere()

; CHECK: declare ptr @__llvm_omp_indirect_call_lookup(ptr)
