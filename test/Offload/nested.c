// Teams, parallel regions inside them and work sharing of every kind inside those.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <omp.h>

enum { Size = 64 };

static void testTeamsAndThreads(int Teams, int Threads) {
  int Count = 0, Bad = 0;
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(tofrom : Count, Bad)
  {
    int OfTeam = 0;
#pragma omp parallel num_threads(Threads)
    {
#pragma omp atomic
      ++OfTeam;
      if (omp_get_num_threads() > Threads || omp_get_num_teams() > Teams) {
#pragma omp atomic
        ++Bad;
      }
    }
    if (OfTeam >= 1 && OfTeam <= Threads) {
#pragma omp atomic
      ++Count;
    }
  }
  check("teams", Count >= 1 && Count <= Teams && Bad == 0);
}

static void testDistribute(int Rows, int Columns) {
  static int Matrix[Size][Size];
#pragma omp target teams distribute map(tofrom : Matrix)
  for (int R = 0; R < Rows; ++R) {
#pragma omp parallel for
    for (int C = 0; C < Columns; ++C)
      Matrix[R][C] += R * 1000 + C;
  }
  long Sum = 0;
  for (int R = 0; R < Size; ++R)
    for (int C = 0; C < Size; ++C)
      Sum += Matrix[R][C];
  printf("distribute %d %d: %ld\n", Rows, Columns, Sum);
}

static void testNestedParallel(void) {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  {
#pragma omp parallel num_threads(2)
    {
      int Mine = 0;
#pragma omp parallel num_threads(2) reduction(+ : Mine)
      Mine += omp_get_num_threads() > 0;
#pragma omp atomic
      Sum += Mine;
    }
  }
  check("parallel in parallel", Sum >= 1 && Sum <= 4);
}

static void testSynchronisation(void) {
  int Critical = 0, Named = 0, Single = 0, Master = 0, Ordered = 0;
  int Sections = 0, Phase = 0, Late = 0;
#pragma omp target map(tofrom : Critical, Named, Single, Master, Ordered,      \
                           Sections, Phase, Late)
#pragma omp parallel num_threads(4)
  {
    for (int I = 0; I < 100; ++I) {
#pragma omp critical
      ++Critical;
#pragma omp critical(other)
      ++Named;
    }
#pragma omp single
    ++Single;
#pragma omp masked
    ++Master;
#pragma omp for ordered
    for (int I = 0; I < 10; ++I) {
#pragma omp ordered
      Ordered = Ordered * 2 + I % 2;
    }
#pragma omp sections reduction(+ : Sections)
    {
#pragma omp section
      Sections += 1;
#pragma omp section
      Sections += 10;
    }
    if (omp_get_thread_num() == 0)
      Phase = 1;
#pragma omp barrier
    if (!Phase) {
#pragma omp atomic
      ++Late;
    }
    if (omp_get_thread_num() == 0) {
      Critical -= 100 * omp_get_num_threads();
      Named -= 100 * omp_get_num_threads();
    }
  }
  checkValue("critical", Critical, 0);
  checkValue("named critical", Named, 0);
  checkValue("single", Single, 1);
  checkValue("masked", Master, 1);
  checkValue("ordered", Ordered, 341);
  checkValue("sections", Sections, 11);
  checkValue("barrier", Late, 0);
}

// The lock of a named critical section is one for all kernels of the device.
static void testCriticalAcrossTeams(void) {
  int Value = 0, Teams = 0;
#pragma omp target teams num_teams(4) map(tofrom : Value, Teams)
  {
#pragma omp parallel num_threads(2)
    for (int I = 0; I < 500; ++I) {
#pragma omp critical(shared)
      ++Value;
    }
#pragma omp atomic
    ++Teams;
  }
  check("critical across teams", Value % 500 == 0 && Value >= 500 * Teams);
}

static void testSchedules(int Count, int Chunk) {
  long Sum = 0;
#pragma omp target parallel for schedule(static, Chunk) reduction(+ : Sum)     \
    map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += I;
#pragma omp target parallel for schedule(dynamic, Chunk) reduction(+ : Sum)    \
    map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += I;
#pragma omp target parallel for schedule(guided, Chunk) reduction(+ : Sum)     \
    map(tofrom : Sum)
  for (int I = Count; I > 0; --I)
    Sum += I - 1;
#pragma omp target teams distribute parallel for dist_schedule(static, Chunk)  \
    collapse(2) reduction(+ : Sum) map(tofrom : Sum)
  for (int I = 0; I < Count; ++I)
    for (unsigned char J = 0; J < 3; ++J)
      Sum += I;
  checkValue("schedules", Sum, 6L * (Count * (Count - 1L) / 2));
}

static void testTasks(int Count) {
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int I = 0; I < Count; ++I) {
#pragma omp task firstprivate(I) shared(Sum)
      {
#pragma omp atomic
        Sum += I;
      }
    }
#pragma omp taskwait
#pragma omp taskloop shared(Sum)
    for (int I = 0; I < Count; ++I) {
#pragma omp atomic
      Sum += I;
    }
  }
  checkValue("tasks", Sum, (long)Count * (Count - 1));
}

int main(void) {
  testTeamsAndThreads(1, 1);
  testTeamsAndThreads(3, 2);
  testTeamsAndThreads(8, 4);
  testDistribute(64, 64);
  testDistribute(7, 33);
  testDistribute(1, 1);
  testNestedParallel();
  testSynchronisation();
  testCriticalAcrossTeams();
  testSchedules(100, 7);
  testSchedules(1, 1);
  testSchedules(0, 3);
  testTasks(20);
  return finish();
}
