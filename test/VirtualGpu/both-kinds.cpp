// Devices of several kinds in one program have code and variables of their own.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa,x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY %t | FileCheck %s
// CHECK: device 0: 2 3 4
// CHECK: device 1: 3 5 7
// CHECK: device 2: 4 7 10

#include <cstdio>
#include <omp.h>

#pragma omp begin declare target
int Global = 1;
#pragma omp end declare target

int main() {
  for (int Device = 0; Device < omp_get_num_devices(); ++Device) {
    std::printf("device %d:", Device);
    for (int Round = 0; Round < 3; ++Round) {
      int Value = 0;
#pragma omp target map(from : Value) device(Device)
      Value = Global += Device + 1;
      std::printf(" %d", Value);
    }
    std::printf("\n");
  }
}
