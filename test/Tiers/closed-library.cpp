// A library is closed and opened again while its kernels are compiled.
// RUN: %clangxx -O1 -shared -fPIC -DLIBRARY -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t.so
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t
//
// Nobody waits for a compile without an end.
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@optimise timeout 60 %t %t.so 3 | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@load timeout 60 %t %t.so 3 | FileCheck %s
//
// Compiles that go on when the package is gone.
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=memory OMP_JIT_FAULT=slow@load timeout 60 %t %t.so 8 | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=off timeout 60 %t %t.so 40 | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 timeout 60 %t %t.so 40 | FileCheck %s
// CHECK: wrong: 0

#include <chrono>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <thread>

#ifdef LIBRARY

extern "C" int work(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  for (int I = 0; I < X; ++I)
    Result += 3;
  return Result;
}

#else

int main(int, char **Arguments) {
  int Wrong = 0;
  for (int I = 0; I < atoi(Arguments[2]); ++I) {
    void *Library = dlopen(Arguments[1], RTLD_NOW | RTLD_LOCAL);
    auto Work = reinterpret_cast<int (*)(int)>(dlsym(Library, "work"));
    for (int X = 1; X < 4; ++X)
      Wrong += Work(X + I) != 3 * (X + I);
    std::this_thread::sleep_for(std::chrono::milliseconds(I % 8 * 5));
    dlclose(Library);
  }
  printf("wrong: %d\n", Wrong);
}

#endif
