// OMP_JIT_TRACE writes constructs, kernels, compiles with their stages, the cache and what the tracker gives up as
// events that Perfetto reads, with names, flows and counters, and keeps them when the program crashes.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_THRESHOLD=3 OMP_JIT_ASYNC=0
// RUN: rm -rf %t.cache %t.trace*
// RUN: %{run} OMP_JIT_TRACE=%t.trace %t
// RUN: python3 %S/Inputs/check_jit_trace.py %t.trace cold
// RUN: %{run} OMP_JIT_TRACE=%t.trace %t
// RUN: python3 %S/Inputs/check_jit_trace.py %t.trace warm
// RUN: not --crash %{run} OMP_JIT_TRACE=%t.trace %t crash
// RUN: python3 %S/Inputs/check_jit_trace.py %t.trace warm
// RUN: %{run} OMP_JIT_TRACE=%t.trace.%%p %t
// RUN: python3 %S/Inputs/check_jit_trace.py %t.trace.[0-9]* warm
// RUN: %{run} OMP_JIT_TRACE=%t.nowhere/trace %t 2>&1 | FileCheck %s --check-prefix=FAILED

// FAILED: omp-jit: warning: OMP_JIT_TRACE: the trace cannot be written to {{.*}}nowhere/trace: No such file or directory; there will be no more events
// FAILED-NOT: warning

#include <cstdio>
#include <cstdlib>

int main(int Count, char **) {
  for (int I = 0; I < 8; ++I) {
    int Result = 0;
#pragma omp target map(from : Result) firstprivate(I)
    Result = I * I;
    if (Result != I * I)
      puts("wrong");
  }
  if (Count > 1)
    abort();
}
