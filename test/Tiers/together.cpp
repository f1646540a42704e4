// On processors that are all in use, kernels run their native images until that has taken much longer than their compiles.
// Then a launch waits for its own image, and those of the other kernels are compiled at the same time.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit --offload-arch=x86-64-v2 %s -o %t
// DEFINE: %{busy} = python3 -c "import os, sys; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]); os.execv(sys.argv[1], sys.argv[1:])"
// DEFINE: %{run} = env OMP_JIT_CACHE=memory OMP_JIT_ASYNC=1 OMP_JIT_INFO=1 OMP_JIT_STATS=%t.json %{busy} %t
// RUN: %{run} 2500 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=STATS < %t.json
//
// A run that takes some time compiles nothing at its end for kernels that took none. The clock goes on where another
// process takes the processor from a launch, so that one that was delayed for long may compile.
// DEFINE: %{little} = (%{run} 1 2>&1 | FileCheck %s --check-prefix=LITTLE && FileCheck %s --check-prefix=NOTHING < %t.json)
// RUN: %{little} || %{little} || %{little} || %{little}
//
// CHECK: first image; its launches take long enough to pay for it
// CHECK: sum: 5000000
// STATS: "compiles": 1,
// STATS: "background_compiles": {{[12]}},
// LITTLE-NOT: compiled
// LITTLE: sum: 2000
// NOTHING: "compiles": 0,
// NOTHING: "background_compiles": 0,

#include <chrono>
#include <cstdio>
#include <cstdlib>

/// Takes about as long as the processor needs for so many microseconds.
#pragma omp begin declare target
static double spin(int Microseconds) {
  using Clock = std::chrono::steady_clock;
  const auto End = Clock::now() + std::chrono::microseconds(Microseconds);
  while (Clock::now() < End)
    ;
  return 1;
}
#pragma omp end declare target

int main(int, char **Arguments) {
  const int Rounds = atoi(Arguments[1]);
  double Sum = 0;
  for (int I = 0; I < 2 * Rounds; ++I) {
#pragma omp target map(tofrom : Sum)
    Sum += 500 * spin(200);
#pragma omp target map(tofrom : Sum)
    Sum += 500 * spin(200);
  }
  // The run is not a short one.
  spin(500000);
  printf("sum: %.0f\n", Sum);
}
