//===- virtual-gpu.cpp - What a virtual GPU costs -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a line a measure: its name and seconds. Nothing is compiled meanwhile.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <functional>
#include <omp.h>
#include <vector>

static double time(const std::function<void()> &Body) {
  Body(); // Compiles.
  const double Start = omp_get_wtime();
  Body();
  return omp_get_wtime() - Start;
}

static void addScaled(int Count) {
  std::vector<float> Xs(size_t(Count), 1), Ys(size_t(Count), 2);
  float *X = Xs.data(), *Y = Ys.data();
#pragma omp target teams distribute parallel for map(to : X[ : Count])         \
    map(tofrom : Y[ : Count])
  for (int I = 0; I < Count; ++I)
    Y[I] += 3 * X[I];
}

static void launch(int Count) {
  for (int I = 0; I < Count; ++I) {
#pragma omp target
    {
    }
  }
}

static void launchLoops(int Count) {
  for (int I = 0; I < Count; ++I) {
#pragma omp target teams distribute parallel for
    for (int J = 0; J < 1000; ++J)
      ;
  }
}

int main() {
  printf("saxpy-2000000 %.6f\n", time([] { addScaled(2000000); }));
  printf("launches-100000 %.6f\n", time([] { launch(100000); }));
  printf("empty-loops-10000 %.6f\n", time([] { launchLoops(10000); }));
}
