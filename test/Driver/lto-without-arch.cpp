// Device LTO for a GPU that nobody named, on a machine that has none: the code is
// made for any, and compiled at run time.
//
// UNSUPPORTED: nvidia-gpu
// DEFINE: %{targets} = nvptx64
// DEFINE: %{kind} = full
// DEFINE: %{cc} = %clangxx -fopenmp -fopenmp-targets=%{targets} -nogpulib -nogpuinc -foffload-lto=%{kind}
// RUN: %{cc} -### %s 2>&1 | FileCheck %s -DTRIPLE=nvptx64-nvidia-cuda -DCPU=sm_75
// REDEFINE: %{kind} = thin
// RUN: %{cc} -### %s 2>&1 | FileCheck %s -DTRIPLE=nvptx64-nvidia-cuda -DCPU=sm_75
// REDEFINE: %{targets} = amdgcn
// RUN: %{cc} -### %s 2>&1 | FileCheck %s -DTRIPLE=amdgcn-amd-amdhsa -DCPU=gfx900
// CHECK-NOT: error:
// CHECK: "-cc1" "-triple" "[[TRIPLE]]" {{.*}}"-emit-llvm-bc" {{.*}}"-flto=thin" {{.*}}"-target-cpu" "[[CPU]]"
// CHECK: llvm-offload-binary" {{.*}}triple=[[TRIPLE]],arch=generic,kind=openmp
// CHECK: clang-linker-wrapper"
//
// The link says so, also if it is a command of its own; with an architecture it
// does not.
// RUN: %{cc} -c %s -o %t.o
// DEFINE: %{link} = %clangxx -fopenmp -nogpulib %t.o -o %t -Wl,--dry-run
// RUN: %{link} -fopenmp-targets=amdgcn -foffload-lto 2>&1 | FileCheck %s --check-prefix=NOTE
// NOTE: clang-linker-wrapper: note: no architecture is named for amdgcn-amd-amdhsa: the device code is compiled when the program runs; --offload-arch=<architecture> compiles it now
// RUN: %{cc} --offload-arch=gfx90a -c %s -o %t.o
// RUN: %{link} -fopenmp-targets=amdgcn -foffload-lto 2>&1 | FileCheck %s --check-prefix=AHEAD
// AHEAD-NOT: note:
//
// Without LTO it is the error that it is in clang.
// RUN: not %clangxx -fopenmp -fopenmp-targets=amdgcn -nogpulib -nogpuinc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: cannot determine amdgcn architecture

int main() {
  int X = 1;
#pragma omp target map(tofrom : X)
  --X;
  return X;
}
