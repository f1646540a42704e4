// Constructs mean the same where the host's queues are threads.
// RUN: %build -O2 %s -o %t
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours %t > %t.ours
// RUN: %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours %t.jit > %t.deferred
// RUN: diff %t.deferred %t.theirs
// RUN: env LIBOMPTARGET_HOST_QUEUES=maybe %ours %t 2>&1 > %t.ours \
// RUN:   | FileCheck %s
// CHECK: LIBOMPTARGET_HOST_QUEUES=maybe is not understood

#include "check.h"

#include <thread>
#include <vector>

/// A sum on the device, over several constructs that share their data.
static int sum(int Seed) {
  int A[100], Sum = 0;
  for (int I = 0; I < 100; ++I)
    A[I] = Seed;
#pragma omp target enter data map(to : A)
  for (int Round = 0; Round < 10; ++Round) {
#pragma omp target
    for (int I = 0; I < 100; ++I)
      A[I] += I;
  }
#pragma omp target update from(A[10 : 10])
  int Seen = A[10];
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < 100; ++I)
    Sum += A[I];
#pragma omp target exit data map(delete : A)
  return Sum + Seen;
}

int main() {
  checkValue("one thread", sum(1), 1 * 100 + 49500 + 101);

  std::vector<std::thread> Threads;
  std::vector<int> Sums(8);
  for (int T = 0; T < 8; ++T)
    Threads.emplace_back([&Sums, T] {
      for (int I = 0; I < 20; ++I)
        Sums[T] = sum(T);
    });
  for (std::thread &Each : Threads)
    Each.join();
  for (int T = 0; T < 8; ++T)
    checkValue("many threads", Sums[T], T * 100 + 49500 + T + 100);

  // The region goes on until the host has gone on.
  static volatile int Flag = 0;
  volatile int *Where = &Flag;
  int Seen = 0;
#pragma omp target nowait is_device_ptr(Where) map(from : Seen)
  {
    while (!__atomic_load_n(Where, __ATOMIC_ACQUIRE))
      ;
    Seen = *Where;
  }
  __atomic_store_n(Where, 7, __ATOMIC_RELEASE);
#pragma omp taskwait
  checkValue("overlap", Seen, 7);
  return finish();
}
