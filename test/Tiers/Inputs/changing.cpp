//===- changing.cpp - A kernel whose scalar changes at every launch -------===//
//
//   changing [LAUNCHES]
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>

int main(int Count, char **Arguments) {
  const long Launches = Count > 1 ? std::atol(Arguments[1]) : 100000;
  long Sums[16] = {};
#pragma omp target data map(tofrom : Sums)
  for (long I = 0; I < Launches; ++I) {
#pragma omp target
    for (int J = 0; J < 16; ++J)
      Sums[J] += I;
  }
  const bool IsRight = Sums[7] == Launches * (Launches - 1) / 2;
  std::printf("total %ld, %s\n", Sums[7], IsRight ? "right" : "WRONG");
  return !IsRight;
}
