// A library that is opened and closed again and again leaves nothing behind of its kernels, whatever they compiled.
// RUN: %clangxx -O1 -shared -fPIC -DLIBRARY -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.so
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.cache
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache %t %t.so | FileCheck %s
// CHECK: wrong: 0
// CHECK-NEXT: bytes that each library left: {{[0-9]{1,4}$}}
//
// People see whose images are kept.
// RUN: env OMP_JIT_CACHE_DIR=%t.cache %builddir/bin/omp-jit-cache stats | FileCheck %s --check-prefix=NAME
// NAME: program images
// NAME-NEXT: closed-library-memory.cpp.tmp.so {{[0-9a-f]+}}

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

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
  // By then all images are compiled.
  constexpr int NumFirst = 100, NumMore = 200;
  int Wrong = 0;
  size_t Before = 0;
  for (int I = 0; I != NumFirst + NumMore; ++I) {
    if (I == NumFirst)
      Before = mallinfo2().uordblks;
    void *Library = dlopen(Arguments[1], RTLD_NOW | RTLD_LOCAL);
    auto Work = reinterpret_cast<int (*)(int)>(dlsym(Library, "work"));
    for (int X = 1; X < 20; ++X)
      Wrong += Work(X) != 3 * X;
    dlclose(Library);
  }
  const size_t After = mallinfo2().uordblks;
  printf("wrong: %d\nbytes that each library left: %zu\n", Wrong,
         After > Before ? (After - Before) / NumMore : 0);
}

#endif
