// With -O0 -g a debugger shows each line and all variables of a region in every mode, as do one that is attached to a
// region that does not end, and the core dump of one that crashed.
// The sanitizers' own threads and mappings take it too long.
// REQUIRES: gdb
// UNSUPPORTED: sanitizer
// DEFINE: %{gdb} = env LD_LIBRARY_PATH=%libdir OMP_NUM_THREADS=2 gdb -q -batch -nx -iex "set debuginfod enabled off"
// DEFINE: %{stop} = %{gdb} -ex "set breakpoint pending on" -ex "break 46" -ex run -ex bt -ex "info locals" -ex "info args" -ex kill
// DEFINE: %{attach} = env LD_LIBRARY_PATH=%libdir OMP_NUM_THREADS=2 python3 %S/Inputs/debug_process.py
// RUN: %build -O0 -g %s -o %t.ahead
// RUN: %build -O0 -g -foffload-lto %s -o %t.lto
// RUN: %build-deferred -O0 -g %s -o %t.deferred
// RUN: %{stop} %t.ahead < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.lto < /dev/null 2>&1 | FileCheck %s
// RUN: %{stop} %t.deferred < /dev/null 2>&1 | FileCheck %s
// CHECK: {{hit Breakpoint|^Breakpoint}} 1{{[.0-9]*}}, {{.*}}debuggers-unoptimised.cpp:46
// CHECK: #0 {{.*}}debuggers-unoptimised.cpp:46
// CHECK: Twice = {{[0-9]}}
// CHECK: Values = {{.*}}{0, 0, 0, 3,
// CHECK: Crash = false
//
// RUN: %{attach} attach %t.ahead | FileCheck %s --check-prefix=INSIDE
// RUN: %{attach} attach %t.lto | FileCheck %s --check-prefix=INSIDE
// RUN: %{attach} attach %t.deferred | FileCheck %s --check-prefix=INSIDE
// RUN: %{attach} core %t.ahead | FileCheck %s --check-prefix=INSIDE
// RUN: %{attach} core %t.lto | FileCheck %s --check-prefix=INSIDE
// RUN: %{attach} core %t.deferred | FileCheck %s --check-prefix=INSIDE
// INSIDE: #0 {{.*}}debuggers-unoptimised.cpp:{{41|42|45}}
// INSIDE: I = 3
//
// With one of the two only, code that is compiled at run time is optimised.
// RUN: %build-deferred -O0 %s -o %t.fast
// RUN: rm -rf %t.dump && env OMP_JIT_DUMP=%t.dump %t.fast && not grep optnone %t.dump/__omp*.after.ll

#include <cstdio>
int main(int Count, char **Arguments) {
  double Values[100] = {0, 0, 0, 3};
  volatile bool Stays = Count > 1 && Arguments[1][0] == 's';
  const bool Crash = Count > 1 && Arguments[1][0] == 'c';
#pragma omp target teams distribute parallel for map(tofrom : Values, Stays)
  for (int I = 0; I < 100; ++I) {
    double Twice = Values[I] * 2;
    while (Stays && I == 3)
      ;
    if (Crash && I == 3)
      __builtin_trap();
    Values[I] = Twice + 1;
  }
  std::printf("%g\n", Values[3]);
}
