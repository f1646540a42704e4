// Libraries that were found by a relative path serve programs that go elsewhere, compilers and their processes too.
// RUN: %build -O1 %s -o %t.ahead
// RUN: %build-deferred -O1 %s -o %t.deferred
// DEFINE: %{run} = cd %libdir/.. && env LD_LIBRARY_PATH=lib OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory
// RUN: %{run} %t.ahead 2>&1 | FileCheck %s
// RUN: %{run} %t.deferred 2>&1 | FileCheck %s
// RUN: %{run} OMP_JIT_COMPILER=process %t.deferred 2>&1 | FileCheck %s
// CHECK-NOT: warning
// CHECK: 42

#include <cstdio>
#include <unistd.h>

int main() {
  int Answer = 0;
  if (chdir("/"))
    return 1;
#pragma omp target map(from : Answer)
  Answer = 42;
  std::printf("%d\n", Answer);
}
