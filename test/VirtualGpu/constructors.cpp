// Constructors and destructors of device code run as code of the GPU does: they print, allocate and call the device's routines, in the order of priorities.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit -fPIC -shared %s -o %t.nvptx
// RUN: %clangxx -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit -fPIC -shared %s -o %t.amdgcn
// RUN: %clangxx -DPROGRAM %s -o %t.program
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY %t.program
// RUN: %{run} %t.nvptx | FileCheck %s
// RUN: env OMP_JIT_VGPU_CHECK=1 %{run} %t.nvptx | FileCheck %s
// RUN: %{run} %t.amdgcn | FileCheck %s
// RUN: env OMP_JIT_VGPU_CHECK=1 %{run} %t.amdgcn | FileCheck %s
// RUN: %standin %t.program %t.nvptx | FileCheck %s
// CHECK: first: thread 0 of 1
// CHECK-NEXT: second
// CHECK-NEXT: region: 42 7
// CHECK-NEXT: second goes
// CHECK-NEXT: first goes

#ifdef PROGRAM

#include <dlfcn.h>

int main(int, char **Arguments) {
  void *Library = dlopen(Arguments[1], RTLD_NOW);
  if (!Library)
    return 1;
  reinterpret_cast<void (*)()>(dlsym(Library, "use"))();
  return dlclose(Library);
}

#else

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp begin declare target
int *Numbers;
#pragma omp end declare target

#pragma omp begin declare target device_type(nohost)
[[gnu::constructor(102)]] void second() {
  Numbers[1] = 7;
  printf("second\n");
}
[[gnu::constructor(101)]] void first() {
  Numbers = static_cast<int *>(malloc(2 * sizeof(int)));
  Numbers[0] = 42;
  printf("first: thread %d of %d\n", omp_get_thread_num(),
         omp_get_num_threads());
}
[[gnu::destructor(101)]] void firstGoes() { printf("first goes\n"); }
[[gnu::destructor(102)]] void secondGoes() {
  printf("second goes\n");
  free(Numbers);
}
#pragma omp end declare target

extern "C" void use() {
  int Seen[2] = {};
#pragma omp target map(from : Seen)
  for (int I = 0; I < 2; ++I)
    Seen[I] = Numbers[I];
  printf("region: %d %d\n", Seen[0], Seen[1]);
  fflush(stdout);
}

#endif
