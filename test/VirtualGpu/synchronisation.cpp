// Barriers, critical sections, single, masked, sections, locks, flushes and tasks keep threads in order.
// RUN: %run-gpus %t %s
// RUN: %link-ahead %t.ahead %s

#include <cstdio>
#include <initializer_list>
#include <omp.h>

enum { Most = 96 };

static void barriers(int Threads) {
  int Stages[Most] = {}, Wrong = 0;
#pragma omp target parallel num_threads(Threads) map(tofrom : Stages, Wrong)
  {
    const int Self = omp_get_thread_num(), Count = omp_get_num_threads();
    for (int Stage = 1; Stage <= 5; ++Stage) {
      if (Self % 3 == Stage % 3)
        Stages[Self] = Stage;
      else
        Stages[Self] = Stage;
#pragma omp barrier
      if (Stages[(Self + 1) % Count] != Stage) {
#pragma omp atomic
        ++Wrong;
      }
#pragma omp barrier
    }
  }
  printf("barriers of %d: %d wrong\n", Threads, Wrong);
}

static void oneAtATime(int Teams, int Threads) {
  int Plain = 0, Named = 0, Expected = 0;
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(tofrom : Plain, Named, Expected)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp atomic
    Expected += 3;
    for (int I = 0; I < 3; ++I) {
#pragma omp critical
      Plain = Plain + 1;
      if (I % 2) {
#pragma omp critical(named)
        Named = Named + 1;
      }
    }
  }
  printf("critical in %d: %d missing, %d missing\n", Threads, Expected - Plain,
         Expected / 3 - Named);
}

static void oneOfAll(int Threads) {
  int Single = 0, Masked = 0, Filtered = 0, Sections = 0;
#pragma omp target parallel num_threads(Threads)                               \
    map(tofrom : Single, Masked, Filtered, Sections)
  {
#pragma omp single
    ++Single;
#pragma omp masked
    ++Masked;
#pragma omp masked filter(1)
    ++Filtered;
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp atomic
        Sections += 1;
      }
#pragma omp section
      {
#pragma omp atomic
        Sections += 10;
      }
#pragma omp section
      {
#pragma omp atomic
        Sections += 100;
      }
    }
  }
  printf("single %d, masked %d, filter %d, sections %d\n", Single, Masked,
         Filtered, Sections);
}

/// One thread of each team: lanes of a wave must not wait for each other.
static void locks(int Teams) {
  static omp_lock_t Lock;
  static omp_nest_lock_t Nest;
  int Count = 0, Depth = 0, Taken = 0;
#pragma omp target map(tofrom : Lock, Nest)
  {
    omp_init_lock(&Lock);
    omp_init_nest_lock(&Nest);
  }
#pragma omp target teams num_teams(Teams)                                      \
    map(tofrom : Lock, Nest, Count, Depth, Taken)
  {
    for (int I = 0; I < 10; ++I) {
      omp_set_lock(&Lock);
      Count = Count + 1;
      omp_unset_lock(&Lock);
    }
    omp_set_nest_lock(&Nest);
    omp_set_nest_lock(&Nest);
    Depth = Depth + omp_test_nest_lock(&Nest);
    for (int I = 0; I < 3; ++I)
      omp_unset_nest_lock(&Nest);
#pragma omp atomic
    ++Taken;
  }
  printf("locks: %d, %d, %d\n", Count == 10 * Taken, Depth == 3 * Taken,
         Taken > 0);
}

static void tasks(int Count) {
  int Value = 0, Sum = 0, Loop = 0, Reduced = 0, Final = 0;
#pragma omp target map(tofrom : Value, Sum, Loop, Reduced, Final)
#pragma omp parallel num_threads(8)
#pragma omp single
  {
#pragma omp task depend(out : Value) shared(Value)
    Value = 5;
#pragma omp task depend(inout : Value) shared(Value) priority(3)
    Value *= 7;
#pragma omp task depend(in : Value) shared(Value, Sum)
    Sum += Value;
#pragma omp taskwait
#pragma omp taskgroup task_reduction(+ : Reduced)
    {
      for (int I = 0; I < Count; ++I) {
#pragma omp task in_reduction(+ : Reduced) firstprivate(I)
        Reduced += I;
      }
    }
#pragma omp taskloop grainsize(4) shared(Loop)
    for (int I = 0; I < Count; ++I) {
#pragma omp atomic
      Loop += I;
    }
#pragma omp task final(Count > 3) shared(Final)
    Final = omp_in_final();
#pragma omp taskwait
  }
  printf("tasks: %d, %d, %d, %d, %d\n", Value, Sum, Loop, Reduced, Final != 0);
}

int main() {
  for (int Threads : {2, 7, 32, 64, 65, 96})
    barriers(Threads);
  oneAtATime(1, 5);
  oneAtATime(2, 64);
  oneOfAll(2);
  oneOfAll(40);
  oneOfAll(64);
  locks(4);
  tasks(20);
}
