// The variables set the stack of threads and the heap of the device; what the driver refuses is an error.
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// RUN: rm -f %t.log && env OMPJIT_STANDIN_LOG=%t.log LIBOMPTARGET_STACK_SIZE=4096 LIBOMPTARGET_HEAP_SIZE=33554432 %standin %t
// RUN: FileCheck %s < %t.log
// CHECK-DAG: cuCtxSetLimit(limit=0, value=4096) = 0
// CHECK-DAG: cuCtxSetLimit(limit=2, value=33554432) = 0
// CHECK: cuLaunchKernel({{.*}} = 0
// RUN: env LIBOMPTARGET_STACK_SIZE=10000000 %standin not --crash %t 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: omptarget: error OT{{.*}}LIBOMPTARGET_STACK_SIZE=10000000: CUDA_ERROR_INVALID_VALUE: invalid argument
// RUN: rm -f %t.log && env OMPJIT_STANDIN_LOG=%t.log %standin %t && not grep cuCtxSetLimit %t.log

int main() {
  int Value = 1;
#pragma omp target map(tofrom : Value)
  Value = 3;
  return Value != 3;
}
