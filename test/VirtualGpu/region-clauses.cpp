// A region may write what its own clauses asked for, also where all threads of a team ask for themselves.
// RUN: %run-gpus --checked --levels=O0,O2 %t %s
// RUN: %run-gpus --checked --levels=O1 --gpus=sm_90,gfx90a %t.debug %s -g
// RUN: %run-gpus --checked --compiler=%packaged_clangxx --levels=O2 --gpus=%packaged_gpus %t.packaged %s

#include <cstdio>
#include <omp.h>

int main() {
  int IsWanted = 1, Count = 100, Limits[] = {64, 64, 64}, Sum = 0, Regions = 0;

  // The team has as many threads as the clause asks for, or one.
#pragma omp target map(tofrom : IsWanted, Sum) thread_limit(64)
#pragma omp parallel if (IsWanted > 0)
  {
#pragma omp masked
    IsWanted = -omp_get_num_threads();
#pragma omp barrier
#pragma omp atomic
    Sum += IsWanted < 0;
  }
  printf("if: %d\n", Sum == -IsWanted);

  Sum = 0;
#pragma omp target map(tofrom : Limits, Sum, Regions) thread_limit(64)
#pragma omp parallel num_threads(Limits[1] + Limits[Regions] - 64)
  {
    Limits[omp_get_thread_num() % 3] = 1;
#pragma omp atomic
    Sum += 1;
#pragma omp single
    Regions = omp_get_num_threads();
  }
  printf("num_threads: %d, %d\n", Sum == Regions,
         Limits[0] + Limits[1] + Limits[2]);

#pragma omp target map(tofrom : Count) map(from : Sum)
  {
    Sum = 0;
    for (int I = 0; I < 3; ++I) {
#pragma omp parallel if (Count >= 100) num_threads(Count > 101 ? 64 : 32)
      {
#pragma omp single
        Count += 1;
#pragma omp atomic
        Sum += 1;
      }
    }
  }
  printf("loop: %d\n", Count);
}
