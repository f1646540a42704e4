// Kernels of a library that is opened later change a structure of which the program's kernels know what it holds,
// whether they were compiled ahead of time or not.
// RUN: %clangxx -O2 -shared -fPIC -DLIBRARY -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.ahead.so
// RUN: %clangxx -O2 -shared -fPIC -DLIBRARY -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s \
// RUN:   -o %t.deferred.so
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory OMP_JIT_STATS=%t.json
// RUN: %{run} %t %t.ahead.so && FileCheck %s < %t.json
// RUN: %{run} %t %t.deferred.so && FileCheck %s < %t.json
// CHECK: expect
// CHECK: "field(1+8:32)"

struct Sizes {
  double Factor;
  int Count;
};

#ifdef LIBRARY

extern "C" void writes(Sizes *S, int Count) {
#pragma omp target map(tofrom : S[0 : 1])
  S->Count = Count;
}

#else

#include <dlfcn.h>
#include <stdio.h>

static int A[100];
static bool Failed = false;

static void expect(const char *When, Sizes &S, int Wanted) {
  int Sum = 0;
#pragma omp target map(to : S, A) map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < S.Count; ++I)
      Sum += A[I];
  }
  if (Sum == Wanted)
    return;
  printf("%s: %d instead of %d\n", When, Sum, Wanted);
  Failed = true;
}

int main(int, char **Arguments) {
  for (int &Each : A)
    Each = 1;
  Sizes S = {1, 5};
#pragma omp target data map(to : S)
  {
    expect("before", S, 5);
    void *Library = dlopen(Arguments[1], RTLD_NOW);
    auto *Write =
        reinterpret_cast<void (*)(Sizes *, int)>(dlsym(Library, "writes"));
    expect("opened", S, 5);
    Write(&S, 40);
    expect("written", S, 40);
#pragma omp target update to(S)
    expect("updated", S, 5);
    Write(&S, 41);
    expect("once more", S, 41);
  }
  return Failed;
}

#endif
