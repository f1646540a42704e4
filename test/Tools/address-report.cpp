// A report of AddressSanitizer about a region names its file and line, ahead of time and compiled at run time.
// UNSUPPORTED: sanitizer
// RUN: %clangxx -O1 -g -fsanitize=address -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.ahead
// RUN: %build-deferred -O1 -g -fsanitize=address %s -o %t.deferred
// DEFINE: %{run} = env ASAN_SYMBOLIZER_PATH=%packaged_libdir/../bin/llvm-symbolizer %ours not
// RUN: %{run} %t.ahead 2>&1 | FileCheck %s
// RUN: %{run} %t.deferred 2>&1 | FileCheck %s
// CHECK: AddressSanitizer: heap-buffer-overflow
// CHECK: #0 {{.*}}__omp_offloading_{{.*}}address-report.cpp:[[@LINE+9]]

#include <cstdlib>

int main() {
  int *Values = static_cast<int *>(std::malloc(40));
  int Count = 11;
#pragma omp target is_device_ptr(Values)
  for (int I = 0; I < Count; ++I)
    Values[I] = I;
  return Values[3];
}
