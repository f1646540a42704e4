// copyprivate cannot work on a GPU, and the link says so.
// RUN: not %clangxx -O1 -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx90a -nogpulib \
// RUN:   -Xoffload-linker -lompdevice -foffload-lto %s -o %t 2>&1 | FileCheck %s
// CHECK: undefined device symbol '__kmpc_copyprivate' {{.*}} copyprivate does not work on a GPU

int main() {
  int Sum = 0;
#pragma omp target parallel map(tofrom : Sum)
  {
    int Mine = 0;
#pragma omp single copyprivate(Mine)
    Mine = 5;
#pragma omp atomic
    Sum += Mine;
  }
  return Sum == 0;
}
