// Which thread of which team has an iteration of `distribute parallel for` on a GPU: in turns, one for each thread of a
// region, and with a dist_schedule by the chunks that it names. Each has its iterations in their order.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <initializer_list>
#include <omp.h>

enum { Teams = 3, Threads = 64, Most = 2000 };

/// Who had an iteration, and how many the same thread had had before.
struct Place {
  int Team, Thread, Before;
};

#pragma omp begin declare target
static int Had[Teams][Threads];
static void note(Place &Mine) {
  Mine = {omp_get_team_num(), omp_get_thread_num(), 0};
  Mine.Before = Had[Mine.Team][Mine.Thread]++;
}
#pragma omp end declare target

/// Processors share loops in another way.
static bool IsGpu;
static void findDevice() {
#pragma omp target map(from : IsGpu)
  {
#if defined(__NVPTX__) || defined(__AMDGCN__)
    IsGpu = true;
#else
    IsGpu = false;
#endif
  }
}

static void forget() {
#pragma omp target
  for (auto &Team : Had)
    for (int &Each : Team)
      Each = 0;
}

/// Expects iterations in chunks of \p Chunk for teams, which have \p Size
/// threads.
static void check(const char *What, const Place *Places, int Count, int Chunk,
                  int Size) {
  if (!IsGpu)
    return;
  int Seen[Teams][Threads] = {};
  for (int I = 0; I < Count; ++I) {
    const int Team = I / Chunk % Teams, Thread = I % Chunk % Size;
    expect(What, Places[I].Team, Team);
    expect(What, Places[I].Thread, Thread);
    expect(What, Places[I].Before, Seen[Team][Thread]++);
    if (Wrong)
      return;
  }
}

#define DO_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SHARES(What, Chunk, Size, Clauses, Loop, Number)                       \
  for (int Count : {0, 1, 63, 64, 65, 192, 193, 1000, 1999}) {                 \
    static Place Places[Most];                                                 \
    forget();                                                                  \
    DO_PRAGMA(omp target teams distribute parallel for num_teams(Teams)        \
                  thread_limit(Threads) map(Places) Clauses)                   \
    Loop note(Places[Number]);                                                 \
    check(What, Places, Count, Chunk, Size);                                   \
  }

static void plainLoops() {
  SHARES("int", Threads, Threads, , for (int I = 0; I < Count; ++I), I)
  SHARES("unsigned", Threads, Threads, ,
         for (unsigned I = 0; I < unsigned(Count); ++I), I)
  SHARES("long", Threads, Threads, , for (long I = 0; I < Count; ++I), I)
  SHARES("down", Threads, Threads, , for (int I = Count; I > 0; --I), Count - I)
  SHARES("step", Threads, Threads, ,
         for (long I = 7; I < 7 + 3 * Count; I += 3), (I - 7) / 3)
}

static void loopsWithClauses() {
  SHARES("few threads", 32, 32, num_threads(32),
         for (int I = 0; I < Count; ++I), I)
  SHARES("a thread", 1, 1, if (parallel : 0), for (int I = 0; I < Count; ++I),
         I)
  SHARES("chunks", 10, Threads, dist_schedule(static, 10),
         for (int I = 0; I < Count; ++I), I)
  SHARES("chunks of a team's size", Threads, Threads,
         dist_schedule(static, Threads), for (int I = 0; I < Count; ++I), I)
  SHARES("pieces", Threads, Threads, schedule(static),
         for (int I = 0; I < Count; ++I), I)
  SHARES("pieces of few threads", 32, 32, schedule(static) num_threads(32),
         for (long I = 0; I < Count; ++I), I)
  SHARES("chunks of one", Threads, Threads, schedule(static, 1),
         for (int I = 0; I < Count; ++I), I)
}

static void collapsedLoops() {
  for (int Rows : {0, 1, 7, 100}) {
    const int Columns = 13, Count = Rows * Columns;
    static Place Places[Most];
    forget();
#pragma omp target teams distribute parallel for collapse(2) num_teams(Teams)  \
    thread_limit(Threads) map(Places)
    for (int I = 0; I < Rows; ++I)
      for (int J = 0; J < Columns; ++J)
        note(Places[I * Columns + J]);
    check("collapse", Places, Count, Threads, Threads);
  }
}

/// The thread with the last iteration has the last value.
static void lastValues() {
  for (int Count : {1, 63, 64, 65, 193, 1000}) {
    int Last = -1;
#pragma omp target teams distribute parallel for lastprivate(Last)             \
    num_teams(Teams) thread_limit(Threads) map(tofrom : Last)
    for (int I = 0; I < Count; ++I)
      Last = I;
    expect("last", Last, Count - 1);
  }
}

/// A loop of teams around regions that have loops of their own, with the
/// numbers that would be the bounds of a shared one.
static void nestedLoops() {
  static int Sum[Most];
  int Rows = 20;
#pragma omp target teams distribute num_teams(Teams) thread_limit(Threads)     \
    map(Sum)
  for (int I = 0; I < Rows; ++I) {
#pragma omp parallel for
    for (int J = I; J < Most; ++J)
#pragma omp atomic
      Sum[J] += 1;
  }
  for (int J = 0; J < Most; ++J)
    expect("nested", Sum[J], J < Rows ? J + 1 : Rows);
}

int main() {
  findDevice();
  plainLoops();
  loopsWithClauses();
  collapsedLoops();
  lastValues();
  nestedLoops();
  return finish();
}
