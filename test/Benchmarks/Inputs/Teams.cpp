//===- Teams.cpp - Parallel loops on the host device ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over 1 Ki numbers, of one team of two threads: on the host device, and
// as the same loop of the host. Threads that have to share a processor take
// forty times as long, so they have one each, and the least time of many counts.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <omp.h>
#include <sched.h>

using namespace bench;

namespace {

constexpr int Size = 1024, Batches = 2000, PerBatch = 20;
double A[Size];

void giveProcessors() {
#pragma omp parallel num_threads(2)
  {
    cpu_set_t Mine;
    CPU_ZERO(&Mine);
    CPU_SET(omp_get_thread_num(), &Mine);
    sched_setaffinity(0, sizeof(Mine), &Mine);
  }
}

void loopOfTeam(int Count) {
#pragma omp target teams distribute parallel for thread_limit(2)
  for (int I = 0; I < Count; ++I)
    A[I] += 1;
}

void loopOfHost(int Count) {
#pragma omp parallel for num_threads(2)
  for (int I = 0; I < Count; ++I)
    A[I] += 1;
}

void sumOfTeam(int Count) {
  double Sum = 0;
#pragma omp target teams distribute parallel for thread_limit(2)               \
    reduction(+ : Sum) map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += A[I];
}

void sumOfHost(int Count) {
  double Sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += A[I];
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const int Count = scaled(Size) < Size ? Size / 2 : Size; // Not constant.
  giveProcessors();
#pragma omp target enter data map(to : A)
  auto Measure = [&](const char *Name, auto Loop) {
    report(Name, leastOfCalls(Batches, PerBatch, [&](int) { Loop(Count); }));
  };
  Measure("loop", loopOfTeam);
  Measure("loop-host", loopOfHost);
  Measure("sum", sumOfTeam);
  Measure("sum-host", sumOfHost);
#pragma omp target exit data map(delete : A)
}
