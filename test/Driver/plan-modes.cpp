// The plan of each mode: how device code is compiled, which link step runs.
//
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,AHEAD
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,LTO -DKIND=full
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -foffload-lto=thin %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,LTO -DKIND=thin
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,JIT -DCPU=x86-64 -DARCH=generic
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
// RUN:   --offload-arch=x86-64-v3 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,JIT -DCPU=x86-64-v3 -DARCH=x86-64-v3
//
// The packaged driver refuses this pair; a package is one module, so thin means
// full.
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
// RUN:   -foffload-lto=thin %s 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,JIT -DCPU=x86-64 -DARCH=generic
//
// CHECK-NOT: error:
// CHECK: "-cc1" "-triple" "x86_64-pc-linux-gnu" {{.*}}"-emit-llvm-bc" {{.*}}"--offload-targets=x86_64-pc-linux-gnu"
//
// AHEAD: "-cc1" {{.*}}"-emit-obj" {{.*}}"-fopenmp-is-target-device"
// AHEAD: llvm-offload-binary" {{.*}}triple=x86_64-pc-linux-gnu,arch=generic,kind=openmp"
// AHEAD: clang-linker-wrapper"
// AHEAD-NOT: -flto
// AHEAD-NOT: --embed-bitcode
//
// LTO: "-cc1" {{.*}}"-emit-llvm-bc" "-flto=[[KIND]]" {{.*}}"-fopenmp-is-target-device"
// LTO: clang-linker-wrapper" {{.*}}"--device-compiler=x86_64-pc-linux-gnu=-flto=[[KIND]]"
// LTO-NOT: --embed-bitcode
//
// Full LTO would vectorise loops here, for the oldest processor.
// JIT: "-cc1" {{.*}}"-emit-llvm-bc" "-flto=thin" {{.*}}"-target-cpu" "[[CPU]]" {{.*}}"-fopenmp-is-target-device"
// JIT: llvm-offload-binary" {{.*}}triple=x86_64-pc-linux-gnu,arch=[[ARCH]],kind=openmp"
// JIT: clang-linker-wrapper" {{.*}}"--embed-bitcode"

int main() {
  int X = 1;
#pragma omp target map(tofrom : X)
  --X;
  return X;
}
