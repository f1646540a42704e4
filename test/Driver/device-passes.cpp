// Our passes run first in every job for a GPU, and LLVM's OpenMP optimiser in none for a processor that is a device; what gives teams their variables and corrects captured values sees the host's code, too.
// DEFINE: %{cc} = %clangxx -### -fopenmp -nogpulib -nogpuinc -c %s
// DEFINE: %{check} = 2>&1 | FileCheck %s
// RUN: %{cc} -fopenmp-targets=nvptx64 --offload-arch=sm_90 %{check} -DTRIPLE=nvptx64-nvidia-cuda
// Square roots are rounded, unless they need not be.
// RUN: %{cc} -fopenmp-targets=nvptx64 --offload-arch=sm_90 2>&1 | FileCheck %s --check-prefix=ROOTS
// RUN: %{cc} -fopenmp-targets=nvptx64 --offload-arch=sm_90 -ffast-math 2>&1 | not grep CUDA_PREC_SQRT
// RUN: %{cc} -fopenmp-targets=amdgcn --offload-arch=gfx90a %{check} -DTRIPLE=amdgcn-amd-amdhsa
// RUN: %{cc} -fopenmp-targets=amdgcn --offload-arch=gfx90a -O0 -g -foffload-lto %{check} -DTRIPLE=amdgcn-amd-amdhsa
// RUN: %{cc} -fopenmp-targets=amdgcn -O2 -fopenmp-target-jit %{check} -DTRIPLE=amdgcn-amd-amdhsa
// RUN: %{cc} -fopenmp-targets=x86_64-pc-linux-gnu 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: %{cc} -fopenmp-targets=x86_64-pc-linux-gnu 2>&1 | FileCheck %s --check-prefix=PROCESSOR
//
// CHECK-NOT: libompjit-clang-passes
// CHECK: "-cc1" "-triple" "x86_64-{{.*}} "-load" "[[LIBRARY:[^"]*/libompjit-clang-team-variables.so]]"
// CHECK-NOT: libompjit-clang-passes
// CHECK: "-cc1" "-triple" "[[TRIPLE]]" {{.*}}"-fpass-plugin={{[^"]*}}/libompjit-clang-passes.so" {{("-mllvm" "-nvvm-reflect-add=__CUDA_PREC_SQRT=1" )?}}"-load" "[[LIBRARY]]"
// CHECK-NOT: libompjit-clang-passes
// ROOTS: "-mllvm" "-nvvm-reflect-add=__CUDA_PREC_SQRT=1"
// HOST-COUNT-2: "-cc1" "-triple" "x86_64-{{.*}} "-load" "{{[^"]*/libompjit-clang-team-variables.so}}"
// PROCESSOR: "-fpass-plugin={{[^"]*}}/libompjit-clang-captured-values.so" "-mllvm" "-openmp-opt-disable" {{.*}}"-fopenmp-is-target-device"
// HOST: "-fpass-plugin={{[^"]*/libompjit-clang-team-variables.so}}" "-fpass-plugin={{[^"]*/libompjit-clang-captured-values.so}}"{{.*}} "-x" "ir"
// HOST-NOT: libompjit-clang-passes

int main() {}
