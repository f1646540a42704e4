// A pointer that a kernel uses without a map clause leads to what the same construct maps, although it comes before
// that in the construct's list.
// RUN: %run-gpus --levels=O2 %t %s

#include <stdio.h>

int main() {
  struct {
    double Unused;
    int Count;
  } S = {0, 5};
  int Sum = 0, *Pointer = &S.Count;
#pragma omp target map(tofrom : S) map(from : Sum)
  {
    *Pointer = 20;
    Sum = S.Count;
  }
  printf("%d %d\n", Sum, S.Count);
  return Sum != 20 || S.Count != 20;
}
