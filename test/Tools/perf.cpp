// perf names the function and the line of what a hot region does, in every mode and after the program has ended.
// REQUIRES: perf
// UNSUPPORTED: sanitizer
// RUN: %build -O2 -g %s -o %t.ahead
// RUN: %build -O2 -g -foffload-lto %s -o %t.lto
// RUN: %build-deferred -O2 -g %s -o %t.deferred
// RUN: python3 %S/Inputs/check_perf.py %libdir perf.cpp __omp_offloading_ %t.ahead %t.lto %t.deferred

#include <cmath>
#include <cstdio>

static inline double step(double X) {
  return std::sqrt(X * X + 1.0) / (X + 2.0);
}

int main() {
  static double Values[4096];
  for (int Round = 0; Round < 200; ++Round) {
#pragma omp target teams distribute parallel for map(tofrom : Values)
    for (int I = 0; I < 4096; ++I) {
      double X = Values[I];
      for (int K = 0; K < 200; ++K)
        X = step(X);
      Values[I] = X;
    }
  }
  std::printf("%g\n", Values[5]);
}
