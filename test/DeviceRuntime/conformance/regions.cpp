// Parallel regions and what synchronises their threads.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>

#pragma omp begin declare target
omp_lock_t Lock;
omp_nest_lock_t Nest;
#pragma omp end declare target

int main() {
  int Threads = 0, Nested = 0, Levels = 0, Alone = 0;
#pragma omp target map(Threads, Nested, Levels, Alone)
  {
#pragma omp parallel num_threads(37)
    {
#pragma omp atomic
      Threads += omp_get_num_threads() == 37;
#pragma omp parallel num_threads(4)
      {
#pragma omp atomic
        Nested += 1;
#pragma omp atomic
        Levels += omp_get_level();
      }
    }
#pragma omp parallel if (0)
    Alone += omp_get_num_threads();
  }
  expect("threads", Threads, 37);
  expect("nested", Nested, 37);
  expect("levels", Levels, 74);
  expect("alone", Alone, 1);

  int Masked = 0, Primary = 0, Singles = 0, Before = 0;
#pragma omp target parallel num_threads(64)                                    \
    map(Masked, Primary, Singles, Before)
  {
#pragma omp single
    Singles += 1;
#pragma omp masked filter(3)
    Masked = omp_get_thread_num();
#pragma omp masked
    Primary += 1;
#pragma omp atomic
    Before += 1;
#pragma omp barrier
    if (Before != 64)
      Singles = -1;
  }
  expect("single", Singles, 1);
  expect("masked filter", Masked, 3);
  expect("masked", Primary, 1);

  int Critical = 0, Hinted = 0, Locked = 0, Depth = 0;
#pragma omp target map(Critical, Hinted, Locked, Depth)
  {
    omp_init_lock(&Lock);
    omp_init_nest_lock(&Nest);
#pragma omp parallel num_threads(2) shared(Critical, Hinted)
    {
#pragma omp critical
      Critical += 1;
#pragma omp critical(named) hint(omp_sync_hint_contended)
      Hinted += 1;
#pragma omp flush
    }
    omp_set_lock(&Lock);
    Locked = !omp_test_lock(&Lock);
    omp_unset_lock(&Lock);
    omp_set_nest_lock(&Nest);
    Depth = omp_test_nest_lock(&Nest);
    omp_unset_nest_lock(&Nest);
    omp_unset_nest_lock(&Nest);
    omp_destroy_lock(&Lock);
    omp_destroy_nest_lock(&Nest);
  }
  expect("critical", Critical, 2);
  expect("critical with a hint", Hinted, 2);
  expect("lock", Locked, 1);
  expect("nested lock", Depth, 2);

  int Teams[16] = {};
#pragma omp target teams num_teams(16) thread_limit(64) map(Teams)
  {
    int Shared[4];
#pragma omp parallel for
    for (int I = 0; I < 4; ++I)
      Shared[I] = omp_get_team_num();
    Teams[omp_get_team_num()] = Shared[0] + Shared[3] + omp_get_num_teams();
  }
  for (int I = 0; I < 16; ++I)
    expect("teams", Teams[I], 2 * I + 16);
  return finish();
}
