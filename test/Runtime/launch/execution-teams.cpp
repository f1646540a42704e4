// Teams, thread limits and trip counts reach the kernel as asked for.
// RUN: %build -O2 -fopenmp-version=51 %s -o %t
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=MANDATORY %t > %t.ours
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 LD_LIBRARY_PATH=%packaged_libdir OMP_TARGET_OFFLOAD=MANDATORY %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=51 %s -o %t.jit
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 %ours %t.jit > %t.deferred
// RUN: diff %t.deferred %t.theirs

#include "check.h"

#include <initializer_list>
#include <omp.h>

static void testTeams(int Asked) {
  int Teams = 0, Seen = 0;
#pragma omp target teams num_teams(Asked) map(tofrom : Teams, Seen)
  {
    if (omp_get_team_num() == 0)
      Teams = omp_get_num_teams();
#pragma omp atomic
    ++Seen;
  }
  check("teams", Teams >= 1 && Teams <= Asked);
  checkValue("each team once", Seen - Teams, 0);
}

static void testThreadLimit(int Limit) {
  int Most = 0, Told = 0;
#pragma omp target teams num_teams(1) thread_limit(Limit)                      \
    map(tofrom : Most, Told)
  {
    Told = omp_get_thread_limit();
#pragma omp parallel
    if (omp_get_thread_num() == 0)
      Most = omp_get_num_threads();
  }
  check("thread limit", Told <= Limit && Most >= 1 && Most <= Limit);
}

static void testTripCounts() {
  for (long N : {0L, 1L, 2L, 31L, 1000L, 100003L}) {
    long Sum = 0, Twice = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
    for (long I = 0; I < N; ++I)
      Sum += I;
    checkValue("sum", Sum, N * (N - 1) / 2);
#pragma omp target teams distribute parallel for simd collapse(2)              \
    reduction(+ : Twice) num_teams(3) thread_limit(2) if (parallel : N > 5)
    for (long I = 0; I < N; ++I)
      for (int J = 0; J < 2; ++J)
        Twice += I + J;
    checkValue("collapsed", Twice, N * (N - 1) + N);
  }
}

static void testParallelFor() {
  int Marks[1000] = {};
#pragma omp target parallel for num_threads(4) schedule(dynamic, 7)
  for (int I = 0; I < 1000; ++I)
    ++Marks[I];
  bool Right = true;
  for (int Each : Marks)
    Right &= Each == 1;
  check("each iteration once", Right);
}

int main() {
  for (int Teams : {1, 2, 7, 64})
    testTeams(Teams);
  for (int Limit : {1, 2, 8})
    testThreadLimit(Limit);
  testTripCounts();
  testParallelFor();
  return finish();
}
