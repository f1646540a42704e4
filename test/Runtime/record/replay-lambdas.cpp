// The device's copy of a lambda refers to the kernel's own variables and not to the host's, so that it can be replayed.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// DEFINE: %{record} = env LD_LIBRARY_PATH=%libdir LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1
// RUN: %build -O2 %s -o %t
// RUN: rm -rf %t.recorded && mkdir %t.recorded
// RUN: %{record} LIBOMPTARGET_RECORD_FOLDER=%t.recorded %t
// RUN: %builddir/bin/ompjit-kernel-replay %t.recorded/*.json | FileCheck %s
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: rm -rf %t.recorded && mkdir %t.recorded
// RUN: %{record} LIBOMPTARGET_RECORD_FOLDER=%t.recorded %t.jit
// RUN: %builddir/bin/ompjit-kernel-replay %t.recorded/*.json | FileCheck %s
// CHECK: the output is the recorded one

#include "check.h"

int main() {
  double Result = 0, Factor = 2, Values[4] = {1, 2, 3, 4};
  auto Scaled = [&](int I) { return Values[I] * Factor; };
#pragma omp target map(tofrom : Result) map(to : Values)
  Result = Scaled(3);
  checkReal("result", Result, 8);
  return finish();
}
