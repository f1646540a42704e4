// Many kernels in one program, of equal and of different code, keep apart.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

template <int Number> int once(int Value) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = Value * 100 + Number;
  return Result;
}

template <int Number> bool all(int Value) {
  bool Right = once<Number>(Value) == Value * 100 + Number;
  if constexpr (Number > 0)
    return all<Number - 1>(Value) && Right;
  return Right;
}

// Several regions in one function, one of them in a loop with a value that
// differs each time.
static long several(int Count) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  Sum += Count;
  for (int I = 0; I < Count; ++I) {
#pragma omp target map(tofrom : Sum) firstprivate(I)
    Sum += I * I;
  }
#pragma omp target parallel for reduction(+ : Sum) map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += 1;
#pragma omp target teams distribute parallel for simd reduction(+ : Sum)       \
    map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += 1;
  return Sum;
}

// Two identical regions on one line of a macro.
#define TWICE(X)                                                               \
  {                                                                            \
    _Pragma("omp target map(tofrom : X)") X += 1;                              \
    _Pragma("omp target map(tofrom : X)") X *= 2;                              \
  }

static void testNowait() {
  int A = 0, B = 0, C = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait map(from : A) depend(out : A)
    A = 1;
#pragma omp target nowait map(from : B) depend(out : B)
    B = 2;
#pragma omp target nowait map(to : A, B) map(from : C) depend(in : A, B)       \
    depend(out : C)
    C = A + B;
#pragma omp taskwait
  }
  checkValue("nowait with dependences", C, 3);
}

// A region that does nothing, and one that only uses what is local.
static void testTrivial() {
#pragma omp target
  {
  }
#pragma omp target
  {
    int Local = 3;
    (void)Local;
  }
  check("trivial regions", true);
}

int main() {
  check("forty kernels", all<40>(3) && all<40>(4));
  checkValue("several", several(10), 10 + 285 + 10 + 10);
  int X = 1;
  TWICE(X);
  checkValue("macro", X, 4);
  testNowait();
  testTrivial();
  return finish();
}
