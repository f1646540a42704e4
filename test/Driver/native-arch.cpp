// Deferred code with --offload-arch=native gets an image for this machine's
// CPU; the packaged driver takes `native` for GPUs only.
//
// RUN: %packaged_clangxx -### -c -march=native %s 2>&1 \
// RUN:   | sed -n 's/.*"-target-cpu" "\([^"]*\)".*/\1/p' > %t.cpu
// RUN: %clangxx -### -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit \
// RUN:   --offload-arch=native %s 2>&1 | FileCheck %s -DCPU="$(cat %t.cpu)"
// CHECK: "-cc1" {{.*}}"-target-cpu" "[[CPU]]" {{.*}}"-fopenmp-is-target-device"
// CHECK: llvm-offload-binary" {{.*}},arch=[[CPU]],kind=openmp"

int main() {}
