// What needs the device runtime, a kernel for each.

#include <omp.h>

#pragma omp begin declare target
omp_lock_t Lock;
omp_nest_lock_t NestLock;
void opaque(int *);
#pragma omp end declare target

int main() {
  int N = 1000, A[1000] = {}, Sum = 0;
  double Total = 0;
#pragma omp target teams distribute parallel for map(A)
  for (int I = 0; I < N; ++I)
    A[I] = I;
#pragma omp target teams distribute parallel for reduction(+ : Total)
  for (int I = 0; I < N; ++I)
    Total += I;
#pragma omp target parallel for reduction(+ : Sum) num_threads(77)
  for (int I = 0; I < N; ++I)
    Sum += I;
#pragma omp target map(A)
  {
    int Local = A[0];
#pragma omp parallel shared(Local)
    {
#pragma omp single
      Local += 1;
#pragma omp critical
      A[0] += Local;
#pragma omp barrier
#pragma omp master
      A[1] = omp_get_num_threads() + omp_get_level();
#pragma omp for schedule(dynamic, 3)
      for (int I = 0; I < N; ++I)
        A[I] += 1;
#pragma omp for schedule(guided)
      for (long I = 0; I < N; ++I)
        A[I] += 1;
#pragma omp for schedule(runtime)
      for (unsigned I = 0; I < unsigned(N); ++I)
        A[I] += 1;
#pragma omp for ordered
      for (int I = 0; I < N; ++I) {
#pragma omp ordered
        A[I] += 1;
      }
#pragma omp parallel num_threads(2)
      A[omp_get_ancestor_thread_num(1)] = omp_get_team_size(1);
    }
  }
#pragma omp target teams map(A)
  {
    int Shared = omp_get_team_num();
    opaque(&Shared);
#pragma omp distribute parallel for
    for (int I = 0; I < N; ++I)
      A[I] += Shared;
#pragma omp parallel
    A[omp_get_thread_num()] = omp_get_num_teams();
  }
#pragma omp target map(A)
  {
    omp_set_num_threads(5);
    omp_init_lock(&Lock);
    omp_init_nest_lock(&NestLock);
#pragma omp parallel sections
    {
#pragma omp section
      {
        omp_set_lock(&Lock);
        A[2] = omp_get_max_threads();
        omp_unset_lock(&Lock);
      }
#pragma omp section
      {
        omp_set_nest_lock(&NestLock);
        A[3] = omp_in_parallel();
        omp_unset_nest_lock(&NestLock);
      }
    }
#pragma omp taskgroup
    {
#pragma omp task depend(inout : A[0])
      A[0] += 1;
#pragma omp taskloop grainsize(10)
      for (int I = 0; I < N; ++I)
        A[I] += 1;
#pragma omp taskwait
    }
    A[4] = int(omp_get_wtime()) + omp_get_device_num();
  }
  return A[5] != 0;
}
