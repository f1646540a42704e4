// A program may end while its kernels are compiled in the background. Drivers take
// their compiler down with the handlers of exit(), those registered last first; by
// then nobody is in it, whichever thread ends the process. What the program's own
// handlers launch afterwards is right, too.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64 -fopenmp-target-jit %s -o %t/prog -pthread
// DEFINE: %{run} = rm -rf %t/cache && env LD_LIBRARY_PATH=%builddir/standin OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=1 OMP_JIT_CACHE_DIR=%t/cache
// With the linker, but without kernels that compute:
// RUN: %{run} OMPJIT_STANDIN_EMULATE=0 %t/prog main | FileCheck %s --check-prefix=LINKED
// RUN: %{run} OMPJIT_STANDIN_EMULATE=0 %t/prog thread | FileCheck %s --check-prefix=LINKED
// RUN: %{run} OMPJIT_STANDIN_EMULATE=0 %t/prog main handler | FileCheck %s --check-prefix=LINKED
// LINKED: sum
// A short program gets its kernels compiled, as ever.
// RUN: %builddir/bin/omp-jit-cache --dir=%t/cache list | FileCheck %s --check-prefix=KEPT
// KEPT: __omp_offloading_{{.*}}sum
// The other way round:
// RUN: %{run} %t/prog main handler | FileCheck %s
// CHECK: sum 499500
// CHECK-NEXT: later 45

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

static int sum(int N) {
  int Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
  for (int I = 0; I < N; ++I)
    Sum += I;
  return Sum;
}

static void later() {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < 10; ++I)
    Sum += I;
  std::printf("later %d\n", Sum);
}

int main(int Count, char **Arguments) {
  if (Count > 2)
    std::atexit(later);
  std::printf("sum %d\n", sum(1000));
  if (!std::strcmp(Arguments[1], "thread"))
    std::thread([] { std::exit(0); }).join();
  return 0;
}
