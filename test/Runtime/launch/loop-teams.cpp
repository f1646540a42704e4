// `target teams loop` has as many teams as its clause asks for, and leaves libomp's threads as others expect them, also from tasks.
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -O0 %s -o %t.O0
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 %ours %t.O0 | FileCheck %s
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -O2 -g %s -o %t
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 %ours %t | FileCheck %s
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 OMP_TARGET_OFFLOAD=DISABLED %t elsewhere | FileCheck %s
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit -O2 %s -o %t.jit
// RUN: env KMP_TEAMS_THREAD_LIMIT=64 %ours %t.jit | FileCheck %s
// CHECK: wrong: 0

#include <cstdio>
#include <omp.h>

static int Wrong;

/// Within `loop` the routine must not be called by name.
[[gnu::noinline]] static int teams() { return omp_get_num_teams(); }

static void expect(int Seen, int Teams) { Wrong += Seen != Teams; }

struct Pair {
  int First, Second;
};

static void clauses(int Teams, const int &Reference, signed char Byte,
                    long Long, Pair *P) {
  int Seen = 0;
#pragma omp target teams loop num_teams(Teams) map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 3);
#pragma omp target teams loop num_teams(Reference) map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 3);
#pragma omp target teams loop num_teams(Byte) thread_limit(Teams)              \
    map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 3);
#pragma omp target teams loop num_teams(2 * Long) map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 6);
#pragma omp target teams loop num_teams(P->Second) map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams() + P->First;
  expect(Seen, 7);
#pragma omp target teams loop num_teams(Teams) if (target : Long > 2)          \
    firstprivate(Teams) map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 3);
#pragma omp target teams loop num_teams(4) map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 4);
#pragma omp target map(from : Seen)
#pragma omp teams loop num_teams(Teams)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
  expect(Seen, 3);
#pragma omp target teams loop num_teams(Teams) nowait map(from : Seen)
  for (int I = 0; I < 1; ++I)
    Seen = teams();
#pragma omp taskwait
  expect(Seen, 3);
#pragma omp target teams loop num_teams(Teams) nowait depend(out : Seen)       \
    map(from : Seen) map(tofrom : Teams)
  for (int I = 0; I < 1; ++I) {
    Seen = teams();
    Teams = 5;
  }
#pragma omp taskwait
  expect(Seen, 3);
  expect(Teams, 5);
}

/// libomp hands the threads that were teams' to other threads' teams, and
/// remembers at what level the former were.
static void threads(int Teams) {
  int Sum = 0, More = 0;
#pragma omp target teams loop reduction(+ : Sum) num_teams(Teams)              \
    thread_limit(4) nowait
  for (int I = 0; I < 13; ++I)
    Sum += I;
#pragma omp taskwait
  expect(Sum, 78);
#pragma omp target parallel num_threads(16) nowait map(tofrom : More)
#pragma omp for reduction(+ : More)
  for (int I = 0; I < 48; ++I)
    More += I;
#pragma omp taskwait
  expect(More, 1128);
  More = 0;
#pragma omp parallel num_threads(2)
  {
    int Own = 0;
#pragma omp target teams loop reduction(+ : Own) num_teams(Teams)
    for (int I = 0; I < 13; ++I)
      Own += I;
#pragma omp critical
    expect(Own, 78);
  }
#pragma omp parallel num_threads(32)
#pragma omp for reduction(+ : More)
  for (int I = 0; I < 48; ++I)
    More += I;
  expect(More, 1128);
}

int main(int Count, char **) {
  Pair P = {4, 3};
  clauses(3, P.Second, 3, 3, &P);
  // Without a device the regions are libomp's alone, and it mixes levels up.
  if (Count == 1)
    threads(4);
  std::printf("wrong: %d\n", Wrong);
}
