// A host function pointer calls the device's function: `declare target indirect`.
// RUN: %run-all-modes %t %s -O2 -fopenmp-version=51

#include "Inputs/check.h"

#pragma omp begin declare target indirect
int triple(int X) { return 3 * X; }
int square(int X) { return X * X; }
#pragma omp end declare target

static int callOnDevice(int (*F)(int), int X) {
  int Result = 0;
#pragma omp target map(from : Result) firstprivate(F, X)
  Result = F(X);
  return Result;
}

int main() {
  checkValue("triple", callOnDevice(&triple, 7), 21);
  checkValue("square", callOnDevice(&square, 7), 49);
  checkValue("triple again", callOnDevice(&triple, 8), 24);
  return finish();
}
