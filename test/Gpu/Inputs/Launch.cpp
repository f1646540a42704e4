//===- Launch.cpp - Empty kernels with OpenMP -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Launch DIVISOR
//
// What an empty target region takes, in nanoseconds, from the call to the end
// of the kernel.
//
//===----------------------------------------------------------------------===//

#include "../../Benchmarks/Inputs/Timing.h"

using namespace bench;

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  report("launch-and-wait", timeCalls(20, 1000, [](int) {
#pragma omp target teams num_teams(1) thread_limit(32)
           {
           }
         }));
}
