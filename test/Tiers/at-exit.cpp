// The end waits for a compile no longer than it is told to, and what was compiled is stored.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t
//
// A compile without an end, and all ways to leave.
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@optimise timeout 60 %t return | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@optimise OMP_JIT_EXIT_WAIT=0 timeout 60 %t exit | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@optimise timeout 60 %t quick_exit | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@optimise timeout 60 %t _exit | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@optimise timeout 60 not --crash %t abort | FileCheck %s
//
// One that ends while the program's destructors run, or is waited for.
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=slow@link OMP_JIT_EXIT_WAIT=0 %t slowly | FileCheck %s
// RUN: rm -rf %t.cache
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_FAULT=slow@optimise OMP_JIT_EXIT_WAIT=60000 %t waiting | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.json %t again | FileCheck %s
// RUN: FileCheck %s --check-prefix=STORED --input-file=%t.json
//
// CHECK: 30
// STORED: "l2_disk_hits": 1

#include <chrono>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

static struct EndsSlowly {
  bool IsWanted = false;
  ~EndsSlowly() {
    if (IsWanted)
      std::this_thread::sleep_for(1s);
  }
} Last;

static int multiply(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result) firstprivate(X)
  for (int I = 0; I < X; ++I)
    Result += 3;
  return Result;
}

int main(int, char **Arguments) {
  printf("%d\n", multiply(10));
  fflush(stdout);
  const char *Way = Arguments[1];
  // Until the compile has begun.
  if (strcmp(Way, "return"))
    std::this_thread::sleep_for(100ms);
  if (!strcmp(Way, "again"))
    return multiply(10) != 30;
  if (!strcmp(Way, "exit"))
    exit(0);
  if (!strcmp(Way, "quick_exit"))
    quick_exit(0);
  if (!strcmp(Way, "_exit"))
    _exit(0);
  if (!strcmp(Way, "abort"))
    abort();
  Last.IsWanted = !strcmp(Way, "slowly");
  return 0;
}
