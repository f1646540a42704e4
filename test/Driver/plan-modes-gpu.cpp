// The plan of each mode for GPUs: whether an architecture is named decides
// between now and at run time. Now means LTO where nobody says otherwise.
//
// DEFINE: %{targets} = nvptx64
// DEFINE: %{cc} = %clangxx -### -fopenmp -fopenmp-targets=%{targets} -nogpulib -nogpuinc %s
// DEFINE: %{nvidia} = -DTRIPLE=nvptx64-nvidia-cuda
// DEFINE: %{amd} = -DTRIPLE=amdgcn-amd-amdhsa
// DEFINE: %{check} = 2>&1 | FileCheck %s --check-prefixes=CHECK
// RUN: %{cc} --offload-arch=sm_90 -fno-offload-lto %{check},AHEAD %{nvidia} -DARCH=sm_90
// RUN: %{cc} --offload-arch=sm_90 %{check},LTO %{nvidia} -DARCH=sm_90 -DKIND=full
// RUN: %{cc} --offload-arch=sm_90 -foffload-lto %{check},LTO %{nvidia} -DARCH=sm_90 -DKIND=full
// RUN: %{cc} --offload-arch=sm_90 -foffload-lto=thin %{check},LTO %{nvidia} -DARCH=sm_90 -DKIND=thin
// RUN: %{cc} -fopenmp-target-jit %{check},JIT %{nvidia} -DCPU=sm_75 -DARCH=generic
// RUN: %{cc} -fopenmp-target-jit -foffload-lto=thin %{check},JIT %{nvidia} -DCPU=sm_75 -DARCH=generic
// RUN: %{cc} -fopenmp-target-jit --offload-arch=sm_90 %{check},JIT %{nvidia} -DCPU=sm_90 -DARCH=sm_90
// REDEFINE: %{targets} = amdgcn
// RUN: %{cc} --offload-arch=gfx90a -fno-offload-lto %{check},AHEAD %{amd} -DARCH=gfx90a
// RUN: %{cc} --offload-arch=gfx90a %{check},LTO %{amd} -DARCH=gfx90a -DKIND=full
// RUN: %{cc} --offload-arch=gfx90a -foffload-lto %{check},LTO %{amd} -DARCH=gfx90a -DKIND=full
// RUN: %{cc} --offload-arch=gfx90a -foffload-lto=thin %{check},LTO %{amd} -DARCH=gfx90a -DKIND=thin
// RUN: %{cc} -fopenmp-target-jit %{check},JIT %{amd} -DCPU=gfx900 -DARCH=generic
// RUN: %{cc} -fopenmp-target-jit --offload-arch=gfx90a %{check},JIT %{amd} -DCPU=gfx90a -DARCH=gfx90a
// RUN: %{cc} -fopenmp-target-jit -Xopenmp-target=amdgcn-amd-amdhsa -march=gfx90a %{check},JIT %{amd} -DCPU=gfx90a -DARCH=gfx90a
//
// Several targets at once, each with its lowest.
// REDEFINE: %{targets} = amdgcn,nvptx64,x86_64
// RUN: %{cc} -fopenmp-target-jit %{check},JIT %{nvidia} -DCPU=sm_75 -DARCH=generic
// RUN: %{cc} -fopenmp-target-jit %{check},JIT %{amd} -DCPU=gfx900 -DARCH=generic
//
// CHECK-NOT: error:
// AHEAD: "-cc1" "-triple" "[[TRIPLE]]" {{.*}}"-target-cpu" "[[ARCH]]"
// AHEAD: llvm-offload-binary" {{.*}}triple=[[TRIPLE]],arch=[[ARCH]],kind=openmp
// AHEAD: clang-linker-wrapper"
// AHEAD-NOT: -flto
// AHEAD-NOT: --embed-bitcode
//
// LTO: "-cc1" "-triple" "[[TRIPLE]]" {{.*}}"-emit-llvm-bc" {{.*}}"-flto=[[KIND]]" {{.*}}"-target-cpu" "[[ARCH]]"
// LTO: llvm-offload-binary" {{.*}}triple=[[TRIPLE]],arch=[[ARCH]],kind=openmp
// LTO: clang-linker-wrapper" {{.*}}"--device-compiler=[[TRIPLE]]=-flto=[[KIND]]"
// LTO-NOT: --embed-bitcode
//
// JIT: "-cc1" "-triple" "[[TRIPLE]]" {{.*}}"-emit-llvm-bc" {{.*}}"-flto=thin" {{.*}}"-target-cpu" "[[CPU]]"
// JIT: llvm-offload-binary" {{.*}}triple=[[TRIPLE]],arch=[[ARCH]],kind=openmp
// JIT-NOT: --should-extract=
// JIT: clang-linker-wrapper" {{.*}}"--embed-bitcode"

int main() {
  int X = 1;
#pragma omp target map(tofrom : X)
  --X;
  return X;
}
