// The allocate directive and clause with allocators of a device, uses_allocators.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=60 -Wno-openmp-clauses
// RUN: %link-ahead %t.ahead %s -fopenmp-version=60 -Wno-openmp-clauses

#include "expect.h"
#include <omp.h>

#if defined(__NVPTX__) || defined(__AMDGCN__)
#define TEAM_MEMORY omp_pteam_mem_alloc
#define THREAD_MEMORY omp_thread_mem_alloc
#else // The host's library has none of these.
#define TEAM_MEMORY omp_default_mem_alloc
#define THREAD_MEMORY omp_default_mem_alloc
#endif

#pragma omp begin declare target
static void set(int *Place, int Value) { *Place = Value; }
#pragma omp end declare target

static void directives() {
  int Teams[6] = {}, Threads = 0;
#pragma omp target teams num_teams(6) thread_limit(32) map(Teams)
  {
    int OfTeam[32];
#pragma omp allocate(OfTeam) allocator(TEAM_MEMORY) align(16)
    const int Team = omp_get_team_num();
#pragma omp parallel for
    for (int I = 0; I < 32; ++I)
      OfTeam[I] = I * Team;
    int Sum = 0;
    for (int I = 0; I < 32; ++I)
      Sum += OfTeam[I];
    Teams[Team] = Sum;
  }
#pragma omp target parallel num_threads(50) map(Threads)
  {
    int Own[3];
#pragma omp allocate(Own) allocator(THREAD_MEMORY)
    for (int I = 0; I < 3; ++I)
      set(&Own[I], omp_get_thread_num() + I);
#pragma omp barrier
#pragma omp atomic
    Threads += Own[0] + Own[2];
  }
  for (int I = 0; I < 6; ++I)
    expect("memory of the team", Teams[I], 496 * I);
  expect("memory of the thread", Threads, 50 * 49 + 100);
}

static void clauses() {
  int Sum = 0, Value = 5, First = 7, Array[4] = {1, 2, 3, 4}, Task = 0;
#pragma omp target map(Sum, Task) uses_allocators(THREAD_MEMORY, TEAM_MEMORY)  \
    firstprivate(First) allocate(THREAD_MEMORY : First)
  {
#pragma omp parallel num_threads(40) private(Value) firstprivate(Array, First) \
    allocate(allocator(THREAD_MEMORY), align(16) : Value)
    {
      Value = omp_get_thread_num();
      Array[Value % 4] += First;
#pragma omp barrier
#pragma omp atomic
      Sum += Value + Array[Value % 4];
    }
#pragma omp task firstprivate(Array) allocate(THREAD_MEMORY : Array)           \
    shared(Task)
    Task = Array[3];
#pragma omp taskwait
  }
  expect("clauses", Sum, 780 + 40 * 7 + 10 * 10);
  expect("clause of a task", Task, 4);
}

int main() {
  directives();
  clauses();
  return finish();
}
