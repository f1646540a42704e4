// Two GPUs of one kind share what is compiled, a GPU of another kind never gets it, and copies go from one to the other.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_80 -fopenmp-target-jit %s -o %t
// RUN: rm -f %t.log && env OMPJIT_STANDIN_DEVICES=sm_90,sm_90,sm_80 OMP_JIT_STATS=%t.json OMPJIT_STANDIN_LOG=%t.log %standin %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=COLD --input-file=%t.json
// RUN: env OMPJIT_STANDIN_DEVICES=sm_80 OMP_JIT_STATS=%t.json %standin %t
// RUN: FileCheck %s --check-prefix=WARM --input-file=%t.json
// CHECK: device 0: 5050
// CHECK: device 1: 5050
// CHECK: device 2: 5050
// CHECK: went around: 777
// COLD: "compiles": 2,
// WARM: "compiles": 0,

#include <cstdio>
#include <omp.h>

static int sumOn(int Device) {
  int Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    device(Device)
  for (int I = 1; I <= 100; ++I)
    Sum += I;
  return Sum;
}

int main() {
  const int Count = omp_get_num_devices();
  for (int Device = 0; Device < Count; ++Device)
    std::printf("device %d: %d\n", Device, sumOn(Device));
  if (Count < 3)
    return 0;
  int Value = 777, Back = 0;
  const int Host = omp_get_initial_device();
  void *Places[3];
  for (int Device = 0; Device < 3; ++Device)
    Places[Device] = omp_target_alloc(sizeof(int), Device);
  omp_target_memcpy(Places[0], &Value, sizeof(int), 0, 0, 0, Host);
  omp_target_memcpy(Places[1], Places[0], sizeof(int), 0, 0, 1, 0);
  omp_target_memcpy(Places[2], Places[1], sizeof(int), 0, 0, 2, 1);
  omp_target_memcpy(&Back, Places[2], sizeof(int), 0, 0, Host, 2);
  for (int Device = 0; Device < 3; ++Device)
    omp_target_free(Places[Device], Device);
  std::printf("went around: %d\n", Back);
}
