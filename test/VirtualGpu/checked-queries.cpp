// Outside of active parallel regions nothing of one is read that nobody wrote, wherever code asks for its thread and team.
// RUN: %run-gpus --levels=O0,O3 --gpus=sm_90,gfx90a,gfx1100 --checked %t %s

#include <cstdio>
#include <omp.h>

int main(int Count, char **) {
  int Calls = 0, Ids = 0, Loop = 0, Inactive = 0, Inner = 0;
#pragma omp target teams distribute map(tofrom : Calls, Ids) num_teams(2)
  for (int I = 0; I < 4; ++I) {
#pragma omp critical
    Calls += 1;
    const int Id = 10 * omp_get_thread_num() + omp_get_num_threads();
#pragma omp atomic
    Ids += Id;
  }
#pragma omp target map(tofrom : Loop, Inactive) firstprivate(Count)
  {
#pragma omp for schedule(static)
    for (int I = 0; I < 10; ++I)
      Loop += I;
#pragma omp for schedule(dynamic)
    for (int I = 0; I < 10; ++I)
      Loop += I;
#pragma omp parallel for if (Count > 1)
    for (int I = 0; I < 10; ++I)
      Inactive += I + omp_get_num_threads();
  }
#pragma omp target parallel for map(tofrom : Inner) reduction(+ : Inner)
  for (int I = 0; I < 64; ++I) {
#pragma omp parallel for reduction(+ : Inner) schedule(guided)
    for (int K = 0; K < 3; ++K)
      Inner += K + omp_get_thread_num();
  }
  printf("%d %d %d %d %d\n", Calls, Ids, Loop, Inactive, Inner);
}
