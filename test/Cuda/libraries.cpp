// The modules of a library go when it is closed, also while other threads launch kernels.
// RUN: %clangxx -O1 -fPIC -shared -DLIBRARY -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.so
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t -ldl
// RUN: rm -f %t.log && env OMPJIT_STANDIN_LOG=%t.log %standin %t %t.so
// RUN: grep -c '^cuModuleUnload(.*) = 0' %t.log | FileCheck %s
// CHECK: {{^([5-9]|[0-9][0-9]+)$}}

#ifdef LIBRARY

#pragma omp declare target
static int Count = 5;
#pragma omp end declare target

extern "C" int add(int Value) {
#pragma omp target map(tofrom : Value)
  Value += ++Count;
  return Value;
}

#else

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

/// Opens and closes the library so many times; returns what went wrong.
static int use(const char *Name, int Rounds) {
  int Wrong = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    void *Library = dlopen(Name, RTLD_NOW);
    if (!Library)
      return 1;
    auto Add = reinterpret_cast<int (*)(int)>(dlsym(Library, "add"));
    Wrong += Add(10) != 16; // Its variables start afresh.
    Wrong += Add(10) != 17;
    dlclose(Library);
  }
  return Wrong;
}

int main(int, char **Arguments) {
  std::atomic<bool> IsOver = false;
  std::thread Other([&] {
    while (!IsOver) {
      int Value = 1;
#pragma omp target map(tofrom : Value)
      ++Value;
      if (Value != 2)
        std::abort();
    }
  });
  int Wrong = use(Arguments[1], 4);
  IsOver = true;
  Other.join();
  // While kernels run elsewhere, modules stay; now they go at once.
  Wrong += use(Arguments[1], 5);
  return Wrong;
}

#endif
