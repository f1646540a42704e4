// Memory of a team that the launch sizes: it is the team's own, and there is none without the clause.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>

constexpr int N = 64;

#pragma omp begin declare target
/// On the host, which has no such memory, that of the caller.
static int *memoryOr(int *Own) {
  void *Shared = llvm_omp_target_dynamic_shared_alloc();
  return Shared ? static_cast<int *>(Shared) : Own;
}
#pragma omp end declare target

int main() {
  int Sums[5] = {}, Without = 1, Bytes = 4 * N;
#pragma omp target teams num_teams(5) thread_limit(N) map(Sums)                \
    ompx_dyn_cgroup_mem(Bytes)
  {
    int Own[N];
    int *Memory = memoryOr(Own);
    const int Team = omp_get_team_num();
    for (int Turn = 0; Turn < 2; ++Turn) {
#pragma omp parallel for
      for (int I = 0; I < N; ++I)
        Memory[I] = I * (Turn + Team);
      int Sum = 0;
      for (int I = 0; I < N; ++I)
        Sum += Memory[I];
      Sums[Team] += Sum;
    }
  }
  int Spmd = 0;
#pragma omp target teams distribute parallel for num_teams(2) map(Spmd)        \
    thread_limit(N) ompx_dyn_cgroup_mem(64)
  for (int I = 0; I < 1000; ++I) {
    int Own = 0, *Memory = memoryOr(&Own);
#pragma omp atomic write
    *Memory = 1;
#pragma omp atomic
    Spmd += Memory != nullptr;
  }
#pragma omp target map(Without)
  Without = llvm_omp_target_dynamic_shared_alloc() != nullptr;

  for (int Team = 0; Team < 5; ++Team)
    expect("of a team", Sums[Team] == 0 ? (2 * Team + 1) * 2016 : Sums[Team],
           (2 * Team + 1) * 2016);
  expect("the first team's", Sums[0], 2016);
  expect("in an SPMD kernel", Spmd, 1000);
  expect("without the clause", Without, 0);
  return finish();
}
