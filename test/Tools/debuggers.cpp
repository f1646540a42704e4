// A debugger stops in a region in every mode, and shows file, line, variables and callers; where an image is in memory it goes on.
// The sanitizers' own threads and mappings take it too long.
// REQUIRES: gdb
// UNSUPPORTED: sanitizer
// DEFINE: %{gdb} = env LD_LIBRARY_PATH=%libdir OMP_NUM_THREADS=1 gdb -q -batch -nx -iex "set debuginfod enabled off"
// DEFINE: %{stop} = %{gdb} -ex "set breakpoint pending on" -ex "break 29" -ex run -ex bt -ex "info locals" -ex kill
// RUN: %build -O1 -g %s -o %t.ahead
// RUN: %build -O1 -g -foffload-lto %s -o %t.lto
// RUN: %build-deferred -O1 -g %s -o %t.deferred
// RUN: %{stop} %t.ahead < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.lto < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.deferred < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.deferred < /dev/null 2>&1 | FileCheck %s
// CHECK: Breakpoint 1{{[.0-9]*}}, {{.*}}debuggers.cpp:29
// CHECK: #0 {{.*}}debuggers.cpp:29
// CHECK: main () at {{.*}}debuggers.cpp:26
// CHECK: Twice =
//
// RUN: env LIBOMPTARGET_IMAGE_FOLDER=none %{gdb} -ex run %t.ahead < /dev/null 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: env LIBOMPTARGET_IMAGE_FOLDER=none %{gdb} -ex run %t.deferred < /dev/null 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: {{^}}7{{$}}

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
