// A kernel whose image depends on its argument, and that shows whether it ran right.
#ifndef OMPJIT_TEST_SUMTO_H
#define OMPJIT_TEST_SUMTO_H

inline bool sumsRight(int N) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 1; I <= N; ++I)
    Sum += I;
  return Sum == long(N) * (N + 1) / 2;
}

#endif
