// A report of AddressSanitizer about a region names its file and line in every mode, for memory of the program and for mapped memory.
// REQUIRES: compiler-rt
// UNSUPPORTED: sanitizer
// DEFINE: %{mode} =
// DEFINE: %{build} = %clangxx -O1 -g -fsanitize=address -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %{mode} %s
// DEFINE: %{run} = env ASAN_SYMBOLIZER_PATH=%packaged_libdir/../bin/llvm-symbolizer OMP_TARGET_OFFLOAD=MANDATORY not
// DEFINE: %{check} = FileCheck %s --implicit-check-not=/proc/self/fd --check-prefix
// RUN: %{build} -o %t.ahead
// RUN: %{run} %t.ahead 2>&1 | %{check}=OWN
// RUN: %{run} %t.ahead mapped 2>&1 | %{check}=MAPPED
// REDEFINE: %{mode} = -foffload-lto
// RUN: %{build} -o %t.lto
// RUN: %{run} %t.lto 2>&1 | %{check}=OWN
// RUN: %{run} %t.lto mapped 2>&1 | %{check}=MAPPED
// REDEFINE: %{mode} = -fopenmp-target-jit
// RUN: %{build} -o %t.deferred
// RUN: %{run} %t.deferred 2>&1 | %{check}=OWN
// RUN: %{run} %t.deferred mapped 2>&1 | %{check}=MAPPED
// OWN: AddressSanitizer: heap-buffer-overflow
// OWN: #0 {{.*}}__omp_offloading_{{.*}}address-report.cpp:[[@LINE+13]]
// MAPPED: AddressSanitizer: heap-buffer-overflow
// MAPPED: #0 {{.*}}__omp_offloading_{{.*}}address-report.cpp:[[@LINE+15]]
// MAPPED: 0 bytes after 40-byte region

#include <cstdlib>

int main(int Arguments, char **) {
  int *Values = static_cast<int *>(std::calloc(10, sizeof(int)));
  int Count = 11;
  if (Arguments == 1) {
#pragma omp target is_device_ptr(Values)
    for (int I = 0; I < Count; ++I)
      Values[I] = I;
  } else {
#pragma omp target map(tofrom : Values[ : 10])
    for (int I = 0; I < Count; ++I)
      Values[I] = I;
  }
  return Values[3];
}
