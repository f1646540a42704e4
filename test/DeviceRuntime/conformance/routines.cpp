// Routines of OpenMP that device code may call, in sequential code, regions of threads and teams.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <omp.h>

/// One bit for each answer that is as it must be, whoever asks.
static void sequential() {
  unsigned Right = 0;
#pragma omp target map(from : Right) thread_limit(64)
  {
    Right = 0;
    unsigned Bit = 0;
    auto Is = [&](bool What) { Right |= unsigned(What) << Bit++; };
    Is(omp_get_thread_num() == 0 && omp_get_num_threads() == 1);
    Is(omp_get_level() == 0 && omp_get_active_level() == 0);
    Is(!omp_in_parallel());
    Is(omp_get_team_num() == 0 && omp_get_num_teams() == 1);
    Is(omp_get_ancestor_thread_num(0) == 0 &&
       omp_get_ancestor_thread_num(1) == -1);
    Is(omp_get_team_size(0) == 1 && omp_get_team_size(1) == -1);
    Is(omp_get_thread_limit() >= 1 && omp_get_thread_limit() <= 64);
    Is(omp_get_max_threads() >= 1 && omp_get_num_procs() >= 1);
    Is(!omp_in_final() && !omp_get_cancellation());
    Is(omp_get_num_devices() >= 1 && omp_get_device_num() >= 0);
    Is(omp_get_max_active_levels() >= 1);
    Is(omp_get_supported_active_levels() >= 1);
    const double Start = omp_get_wtime();
    Is(omp_get_wtick() > 0 && omp_get_wtime() >= Start);
    Is(omp_get_max_task_priority() >= 0);
    Is(omp_pause_resource(omp_pause_soft, 99) != 0);
    Is(omp_get_num_places() >= 0);
    const int Self = omp_get_device_num();
    Is(omp_get_device_from_uid(omp_get_uid_from_device(Self)) == Self);
  }
  for (unsigned Bit = 0; Bit < 17; ++Bit)
    expect("answer", (Right >> Bit) & 1, 1u);
}

/// Control variables are the task's own.
static void variables() {
  int Sizes[4] = {}, Kinds[3] = {}, Chunks[3] = {}, Inner = 0;
#pragma omp target map(Sizes, Kinds, Chunks, Inner) thread_limit(64)
  {
    omp_sched_t Kind;
    omp_get_schedule(&Kind, &Chunks[0]);
    Kinds[0] = Kind == omp_sched_static;
    omp_set_num_threads(7);
    Sizes[0] = omp_get_max_threads();
#pragma omp parallel
    {
#pragma omp single
      Sizes[1] = omp_get_num_threads();
    }
    omp_set_schedule(omp_sched_dynamic, 3);
#pragma omp parallel num_threads(5)
    {
      omp_sched_t Mine;
      int Chunk = 0;
      omp_get_schedule(&Mine, &Chunk);
#pragma omp masked
      {
        Kinds[1] = Mine == omp_sched_dynamic;
        Chunks[1] = Chunk;
      }
      omp_set_schedule(omp_sched_guided, 9);
      omp_set_num_threads(3);
    }
    omp_get_schedule(&Kind, &Chunks[2]);
    Kinds[2] = Kind == omp_sched_dynamic;
    Sizes[2] = omp_get_max_threads();
    omp_set_num_threads(40);
#pragma omp parallel
    {
#pragma omp atomic
      Sizes[3] += 1;
    }
    int Visits[50] = {};
#pragma omp parallel for schedule(runtime)
    for (int I = 0; I < 50; ++I)
      Visits[I] += 1;
    for (int Each : Visits)
      Inner += Each;
    omp_set_dynamic(0);
    omp_set_max_active_levels(1);
    omp_set_num_teams(3);
    omp_set_teams_thread_limit(4);
    omp_set_default_device(omp_get_default_device());
  }
  expect("max threads", Sizes[0], 7);
  expect("threads", Sizes[1], 7);
  expect("max threads after a region", Sizes[2], 7);
  expect("threads later", Sizes[3], 40);
  expect("first schedule", Kinds[0], 1);
  expect("schedule", Kinds[1], 1);
  expect("chunk", Chunks[1], 3);
  expect("schedule after a region", Kinds[2], 1);
  expect("chunk after a region", Chunks[2], 3);
  expect("iterations", Inner, 50);
}

static void regions() {
  int Numbers = 0, Levels = 0, Finals = 0, Explicit = 0;
#pragma omp target parallel num_threads(50)                                    \
    map(Numbers, Levels, Finals, Explicit)
  {
#pragma omp atomic
    Numbers += omp_get_thread_num();
#pragma omp atomic
    Levels += omp_get_level() + omp_in_parallel() + omp_get_active_level() +
              (omp_get_ancestor_thread_num(1) == omp_get_thread_num()) +
              (omp_get_team_size(1) == 50);
#pragma omp task final(1) shared(Finals)
    {
#pragma omp atomic
      Finals += omp_in_final();
    }
#pragma omp task shared(Explicit)
    {
      const int Is = omp_in_explicit_task() && !omp_in_final();
#pragma omp atomic
      Explicit += Is;
    }
  }
  expect("numbers", Numbers, 1225);
  expect("levels", Levels, 250);
  expect("final tasks", Finals, 50);
  expect("explicit tasks", Explicit, 50);
}

static void teams() {
  int Numbers[4] = {}, Count = 0;
#pragma omp target teams num_teams(4) thread_limit(32) map(Numbers, Count)
  {
    const int Team = omp_get_team_num();
    if (Team < 4)
      Numbers[Team] = Team + 1;
    if (Team == 0)
      Count = omp_get_num_teams();
  }
  for (int I = 0; I < Count; ++I)
    expect("teams", Numbers[I], I + 1);
  expect("number of teams", Count >= 1 && Count <= 4, true);
}

int main() {
  sequential();
  variables();
  regions();
  teams();
  return finish();
}
