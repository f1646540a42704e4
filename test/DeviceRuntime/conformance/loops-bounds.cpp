// Loops whose bounds are at the ends of what their type can hold, with steps of every size.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <cstdint>
#include <limits>

/// How often a loop's body runs and the sum of its variable, modulo 2^64.
struct Seen {
  uint64_t Count = 0, Sum = 0;
};

#pragma omp begin declare target
static void see(Seen &Of, uint64_t Value) {
#pragma omp atomic
  Of.Count += 1;
#pragma omp atomic
  Of.Sum += Value;
}
#pragma omp end declare target

#define DO_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define LOOP(What, Directive)                                                  \
  {                                                                            \
    Seen Result;                                                               \
    DO_PRAGMA(omp target Directive map(Result))                                \
    for (T I = From; I < To; I += Step)                                        \
      see(Result, uint64_t(I));                                                \
    expect(What, Result.Count, Expected.Count);                                \
    expect(What, Result.Sum, Expected.Sum);                                    \
  }

/// In each turn of a loop of teams.
#define IN_ROWS(What, Directive)                                               \
  {                                                                            \
    Seen Result;                                                               \
    DO_PRAGMA(omp target teams distribute num_teams(2) map(Result))            \
    for (int Row = 0; Row < 3; ++Row) {                                        \
      DO_PRAGMA(omp Directive)                                                 \
      for (T I = From; I < To; I += Step)                                      \
        see(Result, uint64_t(I));                                              \
    }                                                                          \
    expect(What, Result.Count, 3 * Expected.Count);                            \
    expect(What, Result.Sum, 3 * Expected.Sum);                                \
  }

template <typename T> static void upwards(T From, T To, T Step) {
  Seen Expected;
  for (uint64_t I = 0; I * uint64_t(Step) < uint64_t(To) - uint64_t(From);
       ++I) {
    ++Expected.Count;
    Expected.Sum += uint64_t(From) + I * uint64_t(Step);
  }
  LOOP("static", parallel for num_threads(40))
  LOOP("chunks", parallel for num_threads(40) schedule(static, 3))
  LOOP("dynamic", parallel for num_threads(40) schedule(dynamic, 2))
  LOOP("guided", parallel for num_threads(40) schedule(guided))
  LOOP("teams", teams distribute parallel for num_teams(3) thread_limit(32))
  LOOP("teams in chunks", teams distribute parallel for num_teams(3)
                              dist_schedule(static, 5) thread_limit(32))
  IN_ROWS("rows", parallel for)
  IN_ROWS("rows in chunks", parallel for schedule(static, 3))
}

template <typename T> static void downwards(T From, T To, T Step) {
  Seen Static, Dynamic, Teams, Expected;
  for (uint64_t I = 0; I * uint64_t(Step) < uint64_t(From) - uint64_t(To);
       ++I) {
    ++Expected.Count;
    Expected.Sum += uint64_t(From) - I * uint64_t(Step);
  }
#pragma omp target parallel for num_threads(40) map(Static)
  for (T I = From; I > To; I -= Step)
    see(Static, uint64_t(I));
#pragma omp target parallel for num_threads(40) schedule(dynamic, 3)           \
    map(Dynamic)
  for (T I = From; I > To; I -= Step)
    see(Dynamic, uint64_t(I));
#pragma omp target teams distribute num_teams(3) dist_schedule(static, 4)      \
    map(Teams)
  for (T I = From; I > To; I -= Step)
    see(Teams, uint64_t(I));
  expect("down, static", Static.Sum, Expected.Sum);
  expect("down, dynamic", Dynamic.Sum, Expected.Sum);
  expect("down, teams", Teams.Sum, Expected.Sum);
  expect("down", Static.Count + Dynamic.Count + Teams.Count,
         3 * Expected.Count);
}

template <typename T> static void ends() {
  constexpr T Max = std::numeric_limits<T>::max();
  constexpr T Min = std::numeric_limits<T>::min();
  upwards<T>(Max - 100, Max, 1);
  upwards<T>(Min, Min + 100, 3);
  upwards<T>(Min / 2, Max / 2, Max / 9);
  upwards<T>(Max - 1, Max, 1);
  downwards<T>(Min + 100, Min, 1);
  downwards<T>(Max, Max - 100, 7);
  downwards<T>(Max / 2, Min / 2 + 9, Max / 11);
}

int main() {
  ends<int32_t>();
  ends<uint32_t>();
  ends<int64_t>();
  ends<uint64_t>();
  return finish();
}
