// Kernels with none and with a hundred parameters get each in its place.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <cstdint>

#define TEN(M, D)                                                              \
  M(D##0)                                                                      \
  M(D##1) M(D##2) M(D##3) M(D##4) M(D##5) M(D##6) M(D##7) M(D##8) M(D##9)
#define HUNDRED(M)                                                             \
  TEN(M, 1)                                                                    \
  TEN(M, 2)                                                                    \
  TEN(M, 3)                                                                    \
  TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) TEN(M, 8) TEN(M, 9) TEN(M, 10)

// Scalars of every size in turn, and a pointer among them.
static long hundred(int Seed, const int *Values) {
#define DEFINE(N)                                                              \
  std::int8_t Byte##N = static_cast<std::int8_t>(N + Seed);                    \
  double Real##N = N * 0.5;
  HUNDRED(DEFINE)
  long Sum = 0;
#define ADD(N) Sum += Byte##N * (N % 7) + static_cast<long>(Real##N * 2);
#pragma omp target map(tofrom : Sum) map(to : Values[ : 4])
  {
    HUNDRED(ADD)
    Sum += Values[3];
  }
  return Sum;
}

static long hundredOnHost(int Seed, const int *Values) {
  long Sum = Values[3];
#define ADD_ON_HOST(N) Sum += static_cast<std::int8_t>(N + Seed) * (N % 7) + N;
  HUNDRED(ADD_ON_HOST)
  return Sum;
}

static void none() {
#pragma omp target
  {
  }
}

int main() {
  int Values[4] = {1, 2, 3, 4000};
  none();
  const int Seeds[] = {0, 100, -3, 0};
  for (int Seed : Seeds)
    checkValue("hundreds", hundred(Seed, Values), hundredOnHost(Seed, Values));
  none();
  return finish();
}
