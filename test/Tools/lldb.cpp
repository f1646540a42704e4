// lldb stops in a region in every mode and shows callers and variables.
// The sanitizers' own threads and mappings take it too long.
// REQUIRES: lldb
// UNSUPPORTED: sanitizer
// DEFINE: %{stop} = env LD_LIBRARY_PATH=%libdir OMP_NUM_THREADS=1 lldb-22 --batch --no-lldbinit -o "breakpoint set --file lldb.cpp --line 25" -o run -o bt -o "frame variable" -o kill
// RUN: %build -O0 -g %s -o %t.ahead
// RUN: %build -O0 -g -foffload-lto %s -o %t.lto
// RUN: %build-deferred -O0 -g %s -o %t.deferred
// RUN: %{stop} %t.ahead < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.lto < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.deferred < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.deferred < /dev/null 2>&1 | FileCheck %s
// CHECK: stop reason = breakpoint
// CHECK: frame #0: {{.*}} at lldb.cpp:25
// CHECK: main{{.*}} at lldb.cpp:22
// CHECK: Twice = {{[0-9]}}

#include <cstdio>

int main() {
  double Values[100] = {0, 0, 0, 3};
#pragma omp target teams distribute parallel for map(tofrom : Values)
  for (int I = 0; I < 100; ++I) {
    double Twice = Values[I] * 2;
    Values[I] = Twice + 1;
  }
  std::printf("%g\n", Values[3]);
}
