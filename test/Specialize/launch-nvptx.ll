; The size of a launch becomes constant in a kernel of an NVIDIA GPU.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96>,verify' | FileCheck %s --check-prefixes=CHECK,SPMD
; RUN: sed 's/i8 2, i32 1/i8 1, i32 1/' %s | opt -load-pass-plugin=%specialize_plugin -S -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96>,verify' | FileCheck %s --check-prefixes=CHECK,LATER
;
; How large a generic kernel's blocks are is known behind the optimiser, which
; may have made it SPMD.
; RUN: sed 's/i8 2, i32 1/i8 1, i32 1/' %s | opt -load-pass-plugin=%specialize_plugin -S -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96>,ompjit-launch-size,verify' \
; RUN:   | FileCheck %s --check-prefixes=CHECK,GENERIC --implicit-check-not=ompjit
;
; Each number may be left open.
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-launch<k;teams=4>,ompjit-launch-size' | FileCheck %s --check-prefix=TEAMS
; RUN: opt -load-pass-plugin=%specialize_plugin -S %s -o - \
; RUN:   -passes='ompjit-launch<k;threads=96>,ompjit-launch-size' | FileCheck %s --check-prefix=THREADS
;
; A bare kernel may have further dimensions, so its attributes stay.
; RUN: sed 's/i8 2, i32 1/i8 0, i32 1/' %s | opt -load-pass-plugin=%specialize_plugin -S -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96>,ompjit-launch-size,verify' | FileCheck %s --check-prefixes=CHECK,BARE
; RUN: sed '/^@k_kernel_environment/d' %s | opt -load-pass-plugin=%specialize_plugin -S -o - \
; RUN:   -passes='ompjit-launch<k;teams=4;threads=96>,ompjit-launch-size,verify' | FileCheck %s --check-prefixes=CHECK,BARE-CODE
;
; What is no kernel is refused, and one that is not alone.
; RUN: not opt -load-pass-plugin=%specialize_plugin -disable-output %s \
; RUN:   -passes='ompjit-launch<helper;teams=4>' 2>&1 | FileCheck %s --check-prefix=NOKERNEL
; RUN: sed 's/^define i32 @helper/define ptx_kernel void @other() { ret void }\n&/' %s \
; RUN:   | not opt -load-pass-plugin=%specialize_plugin -disable-output \
; RUN:   -passes='ompjit-launch<k;teams=4>' 2>&1 | FileCheck %s --check-prefix=TWO
; NOKERNEL: the kernel helper is not one of a GPU
; TWO: the kernel k shares its module with others

target triple = "nvptx64-nvidia-cuda"

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }

; The plugin is asked for this size.
; SPMD: @k_kernel_environment = {{.*}} { i8 0, i8 0, i8 2, i32 96, i32 96, i32 4, i32 4, i32 8, i32 1024 }, ptr null
; LATER: @k_kernel_environment = {{.*}} { i8 0, i8 0, i8 1, i32 96, i32 96, i32 4, i32 4,
; BARE: @k_kernel_environment = {{.*}} { i8 0, i8 0, i8 0, i32 1, i32 128, i32 0, i32 -1,
; TEAMS: @k_kernel_environment = {{.*}} { i8 0, i8 0, i8 2, i32 1, i32 128, i32 4, i32 4,
; THREADS: @k_kernel_environment = {{.*}} { i8 0, i8 0, i8 2, i32 96, i32 96, i32 0, i32 0,
@k_kernel_environment = weak_odr protected constant %environment { %configuration { i8 0, i8 0, i8 2, i32 1, i32 128, i32 0, i32 -1, i32 8, i32 1024 }, ptr null, ptr null }

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NEXT: call range(i32 0, 4) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; SPMD-NEXT: call range(i32 0, 96) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; GENERIC-NEXT: call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; BARE-NEXT: call range(i32 0, 96) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; BARE-CODE-NEXT: call range(i32 0, 96) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; LATER-NEXT: call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: store i32 4, ptr %out
; LATER-NEXT: store i32 %threads, ptr %out
; SPMD-NEXT: store i32 96, ptr %out
; GENERIC-NEXT: store i32 128, ptr %out
; BARE-NEXT: store i32 96, ptr %out
; BARE-CODE-NEXT: store i32 96, ptr %out
; TEAMS: store i32 4, ptr %out
; TEAMS-NEXT: store i32 %threads, ptr %out
; THREADS: store i32 %blocks, ptr %out
; THREADS-NEXT: store i32 96, ptr %out
define ptx_kernel void @k(ptr %env, ptr %out) #0 {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %thread = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  store i32 %blocks, ptr %out
  store i32 %threads, ptr %out
  store i32 %block, ptr %out
  store i32 %thread, ptr %out
  ret void
}

; What the kernel calls knows it, too.
; CHECK-LABEL: define i32 @helper(
; CHECK: ret i32 4
define i32 @helper() {
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  ret i32 %blocks
}

; ptxas refuses a kernel that has both.
; SPMD: attributes {{.*}}= { "nvvm.reqntid"="96"
; GENERIC: attributes {{.*}}= { "nvvm.reqntid"="128"
; LATER: "nvvm.maxntid"="1024"
; BARE: attributes {{.*}}= { "nvvm.maxntid"="1024"
attributes #0 = { "nvvm.maxntid"="1024" }
