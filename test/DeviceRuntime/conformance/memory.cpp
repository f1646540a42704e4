// Memory: variables that threads share, private ones, allocators.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>

#pragma omp begin declare target
void set(int *Place, int Value) { *Place = Value; }
int Counter = 5;
#pragma omp end declare target

int main() {
  int Private = 3, Sum = 0, Allocated = 0, Team = 0;
#pragma omp target teams num_teams(1) map(Sum, Allocated, Team)                \
    firstprivate(Private) thread_limit(64)
  {
    int Shared[40];
    for (int &Each : Shared)
      set(&Each, Private);
#pragma omp parallel for firstprivate(Private) reduction(+ : Sum)
    for (int I = 0; I < 40; ++I) {
      set(&Private, I);
      Sum += Shared[I] + Private;
    }
    int InTeamMemory[8];
#pragma omp allocate(InTeamMemory) allocator(omp_pteam_mem_alloc)
#pragma omp parallel for
    for (int I = 0; I < 8; ++I)
      InTeamMemory[I] = I;
    for (int I = 0; I < 8; ++I)
      Team += InTeamMemory[I];
    auto *Place = static_cast<int *>(omp_alloc(100, omp_default_mem_alloc));
    set(Place + 3, 77);
    Allocated = Place[3];
    omp_free(Place, omp_default_mem_alloc);
  }
  expect("shared", Sum, 40 * 3 + 780);
  expect("memory of the team", Team, 28);
  expect("allocated", Allocated, 77);

  int Seen = 0, Large = 0;
#pragma omp target map(Seen, Large)
  {
    Counter += 1;
    Seen = Counter;
    int Big[2000];
    for (int &Each : Big)
      set(&Each, 1);
#pragma omp parallel for reduction(+ : Large)
    for (int I = 0; I < 2000; ++I)
      Large += Big[I];
  }
  expect("global", Seen, 6);
  expect("more than shared memory", Large, 2000);
  return finish();
}
