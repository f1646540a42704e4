// Children forked while the background compiles launch what stands in, and compile themselves.
// UNSUPPORTED: thread-sanitizer
// (In the child libomp opens a tool, for ever where the sanitizer's loader was in use.)
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t.both
// RUN: %clangxx -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_THRESHOLD=1000 OMP_JIT_CACHE=off timeout 120 %t.both | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_THRESHOLD=1000 OMP_JIT_CACHE=off OMP_JIT_THREADS=3 timeout 120 %t.jit | FileCheck %s
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_THRESHOLD=1000 timeout 120 %t.jit | FileCheck %s
//
// A fork waits for a compile, but not for one without an end.
// RUN: env OMP_JIT_ASYNC=1 OMP_JIT_FAULT=hang@generate OMP_JIT_TIME_LIMIT=1 timeout 120 %t.both 2 | FileCheck %s
// CHECK: wrong: 0

#include <chrono>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static int multiply(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  for (int I = 0; I < X; ++I)
    Result += X;
  return Result;
}

static bool isRight(int X) { return multiply(X) == X * X; }

static int child(int Number) {
  bool Right = true;
  for (int I = 0; I < 50; ++I) {
    Right &= isRight(Number + I % 3) && isRight(1000 + I % 3);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return !Right;
}

int main(int Count, char **Arguments) {
  const int Forks = Count > 1 ? atoi(Arguments[1]) : 15;
  int Wrong = 0;
  for (int I = 0; I < Forks; ++I) {
    for (int J = 0; J < 3; ++J)
      Wrong += !isRight(I + J);
    std::this_thread::sleep_for(std::chrono::milliseconds(I));
    const pid_t Child = fork();
    if (Child == 0)
      exit(child(I));
    int Status = -1;
    waitpid(Child, &Status, 0);
    Wrong += Status != 0;
  }
  printf("wrong: %d\n", Wrong);
}
