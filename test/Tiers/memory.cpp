// Images that were not used for long are unloaded to make room, and come back when they are wanted.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
//
// One image fits, then all do.
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_MEMORY=1 OMP_JIT_STATS=%t.json %t.host 1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t.json
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_STATS=%t.json %t.host 1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ALL --input-file=%t.json
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_MEMORY=1 OMP_JIT_VGPU=1 OMP_JIT_STATS=%t.json %t.nvptx 1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t.json
//
// Many threads; and constructs that nobody waits for, by one thread, since libomp fails at tasks of several.
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_MEMORY=1 %t.host 8 | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_MEMORY=20K LIBOMPTARGET_HOST_QUEUES=1 %t.host 8 | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_MEMORY=1 OMP_JIT_VGPU=1 %t.nvptx 4 | FileCheck %s
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_MEMORY=1 %t.host 1 deferred | FileCheck %s
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_MEMORY=1 LIBOMPTARGET_HOST_QUEUES=1 %t.host 1 deferred | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_MEMORY=1 OMP_JIT_VGPU=1 %t.nvptx 1 deferred | FileCheck %s
//
// RUN: env OMP_JIT_MEMORY=some %t.host 1 2>&1 | FileCheck %s --check-prefix=WARNING
//
// CHECK: wrong: 0
// ONE: "l2_memory_hits": 8,
// ONE: "compiles": 4,
// ONE: "unloads": 11,
// ALL: "l1_hits": 8,
// ALL: "unloads": 0,
// WARNING: warning: {{.*}}OMP_JIT_MEMORY{{.*}}some
// WARNING: wrong: 0

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#pragma omp begin declare target
int Launches;
#pragma omp end declare target

static int multiply(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  {
#pragma omp atomic
    ++Launches;
    for (int I = 0; I < X; ++I)
      Result += X;
  }
  return Result;
}

static int deferred(int X) {
  int Results[2] = {};
  for (int I = 0; I < 2; ++I) {
#pragma omp target nowait map(tofrom : Results[I : 1])
    Results[I] = X + I;
  }
#pragma omp taskwait
  return Results[0] + Results[1];
}

/// Each value three times, never one after itself.
static int countWrong(bool Deferred) {
  int Wrong = 0;
  for (int Round = 0; Round < 3; ++Round)
    for (int X = 3; X < 7; ++X) {
      Wrong += multiply(X) != X * X;
      if (Deferred)
        Wrong += deferred(X) != 2 * X + 1;
    }
  return Wrong;
}

int main(int Count, char **Arguments) {
  const int Number = std::atoi(Arguments[1]);
  std::vector<int> Wrong(Number);
  std::vector<std::thread> Threads;
  for (int I = 1; I < Number; ++I)
    Threads.emplace_back([&, I] { Wrong[I] = countWrong(false); });
  Wrong[0] = countWrong(Count > 2);
  for (std::thread &Each : Threads)
    Each.join();
#pragma omp target update from(Launches)
  int Total = Launches != 12 * Number;
  for (int Each : Wrong)
    Total += Each;
  std::printf("wrong: %d\n", Total);
}
