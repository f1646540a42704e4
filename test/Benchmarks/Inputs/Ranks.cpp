//===- Ranks.cpp - A rank of a program that compiles ------------------------===//
//
// Ranks NUMBER: launches three kernels with values that all ranks have, and with
// some of that rank's own. Then says so, and stays until its input ends.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <unistd.h>

static double Values[4096];

static void scale(double Factor, int Count) {
#pragma omp target
  for (int I = 0; I < Count; ++I)
    Values[I] = Values[I] * 0.5 + Factor * I;
}

static void smooth(double Weight, int Count) {
#pragma omp target
  for (int I = 1; I < Count; ++I)
    Values[I] += Weight * Values[I - 1];
}

static double total(int Count) {
  double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += Values[I];
  return Sum;
}

int main(int Count, char **Arguments) {
  const int Rank = Count > 1 ? std::atoi(Arguments[1]) : 0;
  double Sum = 0;
#pragma omp target data map(tofrom : Values)
  {
    for (int Own : {0, Rank}) {
      scale(0.25 + Own, 4096);
      smooth(0.5, 4000 - Own);
      Sum += total(3000 + Own);
    }
  }
  std::printf("total %g\n", Sum);
  std::fflush(stdout);
  char Byte;
  while (read(STDIN_FILENO, &Byte, 1) > 0)
    ;
}
