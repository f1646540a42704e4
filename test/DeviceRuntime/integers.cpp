// abs and div of all sizes are there on GPUs.
// RUN: %run-gpus --levels=O1 --gpus=sm_90,gfx90a %t %s

#include <cstdio>
#include <cstdlib>

int main(int argc, char **) {
  const int N = -17 * argc;
  long R[9] = {};
#pragma omp target map(tofrom : R)
  {
    R[0] = abs(N);
    R[1] = labs(long(N) << 33);
    R[2] = llabs((long long)(N) << 34);
    const auto A = div(N, 5);
    const auto B = ldiv(long(N) << 33, 7);
    const auto C = lldiv(N, -4);
    R[3] = A.quot, R[4] = A.rem, R[5] = B.quot, R[6] = B.rem, R[7] = C.quot,
    R[8] = C.rem;
  }
  for (long Each : R)
    printf("%ld ", Each);
  puts("");
}
