// A loop with lastprivate needs nothing of the runtime either: no memory, no barrier, no call.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a %amd_runtime -foffload-lto %s -o %t/prog -save-temps=obj
// RUN: llvm-dis < %t/prog.amdgcn-amd-amdhsa.gfx90a.0.5.precodegen.bc | FileCheck %s \
// RUN:   --implicit-check-not='{{@(__kmpc|omp_|malloc|free)|addrspace\(3\)|barrier|= alloca}}'
// RUN: %if ptxas %{ %clangxx -O2 -fopenmp --offload-arch=sm_90 -foffload-lto %s -o %t/prog -save-temps=obj %}
// RUN: %if ptxas %{ FileCheck %s --check-prefix=PTX < %t/prog.nvptx64-nvidia-cuda.sm_90.0.s \
// RUN:   --implicit-check-not='{{\.shared|bar\.|barrier|call|\.local|\.func}}' %}
//
// CHECK: define {{.*}}kernel void @__omp_offloading_{{.*}}main
// CHECK: fmul
// PTX: .entry __omp_offloading_{{.*}}main
// PTX: ret;

int main() {
  static double X[1000], Y[1000];
  double Factor = 2, Last = 0;
  int Count = 1000;
#pragma omp target teams distribute parallel for map(X, Y, Last)               \
    lastprivate(Last)
  for (int I = 0; I < Count; ++I) {
    Last = Factor * X[I];
    Y[I] += Last;
  }
  return Last != 0;
}
