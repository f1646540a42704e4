// Reductions of values of all sizes, alone and in arrays and classes, over teams and threads of any number.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"
#include <initializer_list>
#include <stdint.h>

/// What does not begin and end where registers do.
template <typename T> struct Mixed {
  char Small;
  T Values[3];
  short Pair;
};

#pragma omp begin declare target
template <typename T> void join(Mixed<T> &To, const Mixed<T> &From) {
  To.Small = To.Small > From.Small ? To.Small : From.Small;
  for (int I = 0; I < 3; ++I)
    To.Values[I] += From.Values[I];
  To.Pair = short(To.Pair + From.Pair);
}
#pragma omp end declare target
#pragma omp declare reduction(join : Mixed<char>, Mixed<int>,                  \
                                  Mixed<double> : join(omp_out, omp_in))       \
    initializer(omp_priv = {0, {0, 0, 0}, 0})

template <typename T> T at(int I) { return T(I % 7); }

template <typename T> struct Expected {
  T Sum = 0, Most = 0;
  T Array[5] = {};
  Mixed<T> Both = {0, {0, 0, 0}, 0};
  explicit Expected(int Count, int Times = 1) {
    for (int I = 0; I < Count; ++I) {
      for (int Time = 0; Time < Times; ++Time) {
        Sum = T(Sum + at<T>(I));
        for (int J = 0; J < 5; ++J)
          Array[J] = T(Array[J] + at<T>(I + J));
        join(Both, {char(I % 100), {at<T>(I), at<T>(I + 1), 1}, short(I)});
      }
      Most = at<T>(I) > Most ? at<T>(I) : Most;
    }
  }
};

#define BODY                                                                   \
  {                                                                            \
    Sum = T(Sum + at<T>(I));                                                   \
    Largest = at<T>(I) > Largest ? at<T>(I) : Largest;                         \
    for (int J = 0; J < 5; ++J)                                                \
      Array[J] = T(Array[J] + at<T>(I + J));                                   \
    for (int J = 1; J < 5; ++J)                                                \
      Section[J] = T(Section[J] + at<T>(I + J));                               \
    join(Both, {char(I % 100), {at<T>(I), at<T>(I + 1), 1}, short(I)});        \
  }
#define REDUCTIONS                                                             \
  reduction(+ : Sum, Array, Section [1:4]) reduction(max : Largest)            \
      reduction(join : Both)

template <typename T> struct Results {
  T Sum = 0, Largest = 0, Array[5] = {}, Section[6] = {};
  Mixed<T> Both = {0, {0, 0, 0}, 0};
  void check(const char *What, const Expected<T> &Right) const {
    expect(What, Sum, Right.Sum);
    expect(What, Largest, Right.Most);
    for (int J = 0; J < 5; ++J)
      expect(What, Array[J], Right.Array[J]);
    for (int J = 1; J < 5; ++J)
      expect(What, Section[J], Right.Array[J]);
    expect(What, Both.Small, Right.Both.Small);
    for (int J = 0; J < 3; ++J)
      expect(What, Both.Values[J], Right.Both.Values[J]);
    expect(What, Both.Pair, Right.Both.Pair);
  }
};

#define DO_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define WITH(...)                                                              \
  T Sum = 0, Largest = 0, Array[5] = {}, Section[6] = {};                      \
  Mixed<T> Both = {0, {0, 0, 0}, 0};                                           \
  __VA_ARGS__                                                                  \
  Results<T> Got = {Sum, Largest, {}, {}, Both};                               \
  for (int J = 0; J < 5; ++J) {                                                \
    Got.Array[J] = Array[J];                                                   \
    Got.Section[J] = Section[J];                                               \
  }

template <typename T> void overThreads(int Count, int Threads) {
  WITH(DO_PRAGMA(omp target parallel for num_threads(Threads)
                     REDUCTIONS map(tofrom : Sum, Largest, Array, Section, Both))
       for (int I = 0; I < Count; ++I) BODY)
  Got.check("threads", Expected<T>(Count));
}

template <typename T> void overTeams(int Count, int Teams, int Threads) {
  WITH(DO_PRAGMA(omp target teams distribute parallel for num_teams(Teams)
                     thread_limit(Threads)
                     REDUCTIONS map(tofrom : Sum, Largest, Array, Section, Both))
       for (int I = 0; I < Count; ++I) BODY)
  Got.check("teams", Expected<T>(Count));
}

/// Chunks that the program chose keep their loop, in which a team has a region
/// for each.
template <typename T> void overChunks(int Count, int Teams, int Threads) {
  WITH(DO_PRAGMA(omp target teams distribute parallel for num_teams(Teams)
                     thread_limit(Threads) dist_schedule(static, 37)
                     REDUCTIONS map(tofrom : Sum, Largest, Array, Section, Both))
       for (int I = 0; I < Count; ++I) BODY)
  Got.check("chunks", Expected<T>(Count));
}

/// Regions that reduce within a team, for each row.
template <typename T> void inTeams(int Count, int Teams, int Threads) {
  static T Sums[4], Largests[4], Arrays[4][5], Sections[4][5];
  static Mixed<T> Boths[4];
  const int Rows = 4;
#pragma omp target teams distribute num_teams(Teams) thread_limit(Threads)     \
    map(from : Sums, Largests, Arrays, Sections, Boths)
  for (int Row = 0; Row < Rows; ++Row) {
    T Sum = 0, Largest = 0, Array[5] = {}, Section[6] = {};
    Mixed<T> Both = {0, {0, 0, 0}, 0};
#pragma omp parallel for REDUCTIONS
    for (int I = 0; I < Count; ++I)
      BODY Sums[Row] = Sum;
    Largests[Row] = Largest;
    for (int J = 0; J < 5; ++J) {
      Arrays[Row][J] = Array[J];
      Sections[Row][J] = Section[J];
    }
    Boths[Row] = Both;
  }
  for (int Row = 0; Row < Rows; ++Row) {
    Results<T> Got = {Sums[Row], Largests[Row], {}, {}, Boths[Row]};
    for (int J = 0; J < 5; ++J) {
      Got.Array[J] = Arrays[Row][J];
      Got.Section[J] = Sections[Row][J];
    }
    Got.check("rows", Expected<T>(Count));
  }
}

/// Both kinds at once, in which regions start with what others left.
template <typename T> void twice(int Count, int Teams, int Threads) {
  const int Times = 3;
  WITH(DO_PRAGMA(omp target teams distribute num_teams(Teams) thread_limit(
      Threads) REDUCTIONS map(tofrom : Sum, Largest, Array,
                              Both)) for (int Time = 0; Time < Times; ++Time) {
         DO_PRAGMA(omp parallel for REDUCTIONS)
         for (int I = 0; I < Count; ++I)
           BODY
  })
  Got.check("twice", Expected<T>(Count, Times));
}

template <typename T> void all() {
  for (int Count : {0, 1, 33, 700})
    for (int Threads : {1, 33, 96}) {
      overThreads<T>(Count, Threads);
      for (int Teams : {1, 5}) {
        overTeams<T>(Count, Teams, Threads);
        overChunks<T>(Count, Teams, Threads);
        inTeams<T>(Count, Teams, Threads);
        twice<T>(Count, Teams, Threads);
      }
    }
}

int main() {
  all<char>();
  all<int>();
  all<double>();
  return finish();
}
