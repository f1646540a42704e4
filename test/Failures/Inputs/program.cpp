//===- program.cpp - What the tests of this folder run --------------------===//
//
// Has everything that a deferred program can have: shared state, a kernel that
// is specialised several times, a second kernel. Checks its results.
//
//===----------------------------------------------------------------------===//

#include <cstdio>

#pragma omp begin declare target
long Total = 1000;
#pragma omp end declare target

static long addUp(int Bound, double Factor) {
  double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
  for (int I = 0; I < Bound; ++I)
    Sum += I * Factor;
  return static_cast<long>(Sum);
}

static void addToTotal(long Value) {
#pragma omp target
  Total += Value;
}

int main() {
  bool Right = true;
  for (int Bound = 10; Bound <= 30; Bound += 10) {
    long Sum = addUp(Bound, 2);
    Right &= Sum == Bound * (Bound - 1L);
    addToTotal(Sum);
  }
#pragma omp target update from(Total)
  Right &= Total == 1000 + 90 + 380 + 870;
  std::printf("total %ld, %s\n", Total, Right ? "right" : "WRONG");
  return !Right;
}
