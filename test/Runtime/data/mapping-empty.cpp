// A kernel keeps what its pointers point to while it runs, and gives up no reference that it never had.
// RUN: %build -O2 %s -o %t && %ours %t
// RUN: %build-deferred -O2 %s -o %t.jit && %ours %t.jit
//
// The packaged runtime gives up the reference that others have in the second
// case.

#include "check.h"

#include <atomic>
#include <omp.h>
#include <stdint.h>
#include <thread>

static std::atomic<int> Step;

static void await(int Wanted) {
  while (Step < Wanted)
    std::this_thread::yield();
}

/// A kernel with the pointer P: it sets Step to 1 and waits for 2. The device is
/// the host, so that it can see the variable itself.
static void runKernel(int *P) {
  auto Where = uintptr_t(&Step);
#pragma omp target firstprivate(Where)
  {
    auto *There = (volatile int *)Where;
    *There = 1;
    while (*There < 2)
      if (!P)
        *There = 3;
  }
  Step = 3;
}

int main() {
  int Data[8] = {};
  int *P = Data;
#pragma omp target enter data map(to : P[0 : 8])
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    runKernel(P);
  } else {
    await(1);
#pragma omp target exit data map(release : P[0 : 8])
    check("kept while the kernel runs", omp_target_is_present(Data, 0));
    Step = 2;
  }
  check("gone with the kernel", !omp_target_is_present(Data, 0));

  Step = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    runKernel(P);
  } else {
    await(1);
#pragma omp target enter data map(to : P[0 : 8])
    Step = 2;
    await(3);
    check("kept behind the kernel", omp_target_is_present(Data, 0));
#pragma omp target exit data map(release : P[0 : 8])
  }
  check("gone", !omp_target_is_present(Data, 0));
  return finish();
}
