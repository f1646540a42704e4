// Locks and nested locks: between teams, between warps, between lanes where these may wait; critical regions of several names.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>

#if defined(__AMDGCN__)
/// Lanes that run in lock-step must not wait for each other: one after the
/// other may wait for those of other warps.
constexpr int Turns = 64;
#else
constexpr int Turns = 1;
#endif

#pragma omp begin declare target
static omp_lock_t Lock, Other;
static omp_nest_lock_t Nest;
#pragma omp end declare target

static void tries(int Teams, int Threads) {
  int Count = 0, Runs = 0, Nested = 0;
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(Count, Runs, Nested)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp atomic
    ++Runs;
    for (int Turn = 0; Turn < Turns; ++Turn) {
      if (omp_get_thread_num() % Turns != Turn)
        continue;
      while (!omp_test_lock(&Lock)) {
      }
      Count = Count + 1;
      omp_unset_lock(&Lock);
      while (omp_test_nest_lock(&Nest) != 1) {
      }
      Nested = Nested + (omp_test_nest_lock(&Nest) == 2);
      omp_unset_nest_lock(&Nest);
      omp_unset_nest_lock(&Nest);
    }
  }
  expect("tried", Count, Runs);
  expect("tried, nested", Nested, Runs);
  expect("somebody came", Runs > 0, true);
}

static void waits() {
  int Count = 0, Both = 0, Depth = 0, Waiting = 0;
#pragma omp target parallel num_threads(100) map(Count, Both, Depth, Waiting)
  {
    for (int Turn = 0; Turn < Turns; ++Turn) {
      if (omp_get_thread_num() % Turns != Turn)
        continue;
      for (int I = 0; I < 1 + omp_get_thread_num() % 3; ++I) {
        omp_set_lock(&Lock);
        Count = Count + 1;
        omp_set_lock(&Other);
        Both = Both + 1;
        omp_unset_lock(&Other);
        omp_unset_lock(&Lock);
#pragma omp atomic
        ++Waiting;
      }
      omp_set_nest_lock(&Nest);
      omp_set_nest_lock(&Nest);
      Depth = Depth + 1;
      omp_unset_nest_lock(&Nest);
      Depth = Depth + 1;
      omp_unset_nest_lock(&Nest);
    }
  }
  expect("waited", Count, Waiting);
  expect("two locks", Both, Waiting);
  expect("nested", Depth, 200);
  expect("how often", Waiting, 199);
}

/// The compiler lets lanes come one after the other.
static void criticals(int Teams, int Threads) {
  int Unnamed = 0, First = 0, Second = 0, Inner = 0, Hinted = 0, Runs = 0,
      Entered = 0;
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(Unnamed, First, Second, Inner, Hinted, Runs, Entered)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp atomic
    ++Runs;
    for (int I = 0; I <= omp_get_thread_num() % 3; ++I) {
#pragma omp atomic
      ++Entered;
#pragma omp critical
      Unnamed = Unnamed + 1;
      if ((omp_get_thread_num() + I) % 2) {
#pragma omp critical(first)
        {
          First = First + 1;
#pragma omp critical(inner)
          Inner = Inner + 1;
        }
      } else {
#pragma omp critical(second)
        {
          Second = Second + 1;
#pragma omp critical(inner)
          Inner = Inner + 1;
        }
      }
    }
#pragma omp critical(hinted) hint(omp_sync_hint_contended)
    Hinted = Hinted + 1;
  }
  expect("critical", Unnamed, Entered);
  expect("critical, named", First + Second, Entered);
  expect("critical inside of another", Inner, Entered);
  expect("critical with a hint", Hinted, Runs);
}

int main() {
#pragma omp target
  {
    omp_init_lock(&Lock);
    omp_init_lock_with_hint(&Other, omp_sync_hint_uncontended);
    omp_init_nest_lock(&Nest);
  }
  tries(1, 40);
  tries(3, 96);
  waits();
  criticals(1, 70);
  criticals(2, 33);
  int Free = 0;
#pragma omp target map(Free)
  {
    Free = omp_test_lock(&Lock) + omp_test_nest_lock(&Nest);
    omp_unset_lock(&Lock);
    omp_unset_nest_lock(&Nest);
    omp_destroy_lock(&Lock);
    omp_destroy_lock(&Other);
    omp_destroy_nest_lock(&Nest);
  }
  expect("free in the end", Free, 2);
  return finish();
}
