// Kernels of each kind, with parallel regions of many sizes, clauses and shared variables.
// RUN: %run-gpus %t %s
// RUN: %link-ahead %t.ahead %s

#include <cstdio>
#include <initializer_list>
#include <omp.h>

#pragma omp begin declare target
[[gnu::noinline]] static void addThrough(int *To, int Value) {
#pragma omp atomic
  *To += Value;
}
#pragma omp end declare target

/// Sequential parts between regions, which read and write its variables.
static void sequentialParts(int Count) {
  int Result = 0, Sum = 0;
#pragma omp target map(from : Result, Sum)
  {
    int Local[40];
    for (int I = 0; I < 40; ++I)
      Local[I] = I;
    int Total = 0;
    for (int Round = 0; Round < Count; ++Round) {
#pragma omp parallel num_threads(10 + Round * 13)
      {
        addThrough(&Local[omp_get_thread_num() % 40], Round);
      }
      for (int Value : Local)
        Total += Value % 7;
      int Shift = Total % 5;
#pragma omp parallel for num_threads(33)
      for (int I = 0; I < 40; ++I)
        Local[I] += Shift;
    }
    Result = Total > 0;
    Sum = 0;
    for (int I = 0; I < 40; ++I)
      Sum += Local[I] >= I;
  }
  printf("sequential parts: %d, %d\n", Result, Sum);
}

static void manyVariables() {
  int A = 1, B = 2, C = 3, D = 4, E = 5, F = 6, G = 7, H = 8, I = 9, J = 10;
  long K = 11, L = 12, M = 13, N = 14;
  double O = 15, P = 16, Q = 17, R = 18;
  long Sum = 0;
#pragma omp target map(tofrom : Sum)
  {
    char S = 19, T = 20;
#pragma omp parallel num_threads(16)
    {
#pragma omp atomic
      Sum += A + B + C + D + E + F + G + H + I + J + K + L + M + N + long(O) +
             long(P) + long(Q) + long(R) + S + T;
#pragma omp barrier
#pragma omp masked
      S = 100;
    }
    if (omp_get_num_threads() == 1)
      Sum = S == 100 && Sum % 210 == 0;
  }
  printf("many variables: %ld\n", Sum);
}

static void clauses(int Threads) {
  int Size = 0, Without = 0, Level = 0, Inner = 0, Bound = 0, Limited = 0;
#pragma omp target map(tofrom : Size, Without, Level, Inner, Bound, Limited)   \
    thread_limit(64)
  {
#pragma omp parallel num_threads(Threads) proc_bind(close)
    {
#pragma omp masked
      Size = omp_get_num_threads();
    }
#pragma omp parallel if (Threads > 1000)
    {
      Without += omp_get_num_threads();
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp parallel num_threads(3)
      {
        if (omp_get_ancestor_thread_num(1) == 0 && omp_get_thread_num() == 0) {
          Level = omp_get_level();
          Inner = omp_get_team_size(1) <= 2;
        }
      }
    }
    Bound = omp_get_thread_limit() <= 64;
#pragma omp parallel
    {
#pragma omp masked
      Limited = omp_get_num_threads() <= 64;
    }
  }
  printf("clauses %d: %d, %d, %d, %d, %d, %d\n", Threads,
         Size >= 1 && Size <= Threads, Without, Level, Inner, Bound, Limited);
}

static void teams(int Teams, int Threads) {
  int Numbers[64] = {}, Count = 0, Same = 0;
#pragma omp target teams num_teams(Teams) thread_limit(Threads)                \
    map(tofrom : Numbers, Count, Same)
  {
    int Mine = omp_get_team_num() + 1;
#pragma omp parallel num_threads(Threads)
    {
      if (omp_get_thread_num() == 0) {
        Numbers[omp_get_team_num()] = Mine;
#pragma omp atomic
        ++Count;
#pragma omp atomic write
        Same = omp_get_num_teams();
      }
    }
  }
  int Right = Count == Same;
  for (int I = 0; I < Count; ++I)
    Right &= Numbers[I] == I + 1;
  printf("teams: %d\n", Right);
}

static void queries() {
  int Initial = 0, InParallel = 0, Level = 0, Max = 0, Device = 0;
  double Passed = -1;
#pragma omp target map(from : Initial, InParallel, Level, Max, Device, Passed)
  {
    Initial = omp_get_thread_num() + omp_get_level() + omp_in_parallel() +
              omp_get_active_level() + omp_get_team_num();
    const double Start = omp_get_wtime();
    Device = omp_get_num_devices() >= 0;
    InParallel = Level = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp masked
      {
        InParallel = omp_in_parallel() == (omp_get_num_threads() > 1);
        Level = omp_get_level();
      }
    }
    Max = omp_get_max_threads() >= 1 && omp_get_num_procs() >= 1;
    Passed = omp_get_wtime() - Start;
  }
  printf("queries: %d, %d, %d, %d, %d, %d\n", Initial, InParallel, Level, Max,
         Device, Passed >= 0 && omp_get_wtick() > 0);
}

int main() {
  sequentialParts(4);
  manyVariables();
  for (int Threads : {1, 3, 32, 64})
    clauses(Threads);
  teams(1, 1);
  teams(3, 33);
  teams(20, 8);
  queries();
}
