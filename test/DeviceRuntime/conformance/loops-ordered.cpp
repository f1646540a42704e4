// Ordered regions and iterations that wait for others, with every schedule.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=52 -Wno-deprecated
// RUN: %link-ahead %t.ahead %s -fopenmp-version=52 -Wno-deprecated

#include "expect.h"

constexpr int N = 90;

#define DO_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ORDERED(Clauses)                                                       \
  {                                                                            \
    int Order[N] = {}, Next = 0, Outside = 0;                                  \
    DO_PRAGMA(omp target parallel for ordered num_threads(20) Clauses map(     \
        Order, Next, Outside))                                                 \
    for (int I = 0; I < N; ++I) {                                              \
      _Pragma("omp atomic") Outside += I;                                      \
      _Pragma("omp ordered") { Order[Next++] = I; }                            \
    }                                                                          \
    for (int I = 0; I < N; ++I)                                                \
      expect("ordered " #Clauses, Order[I], I);                                \
    expect("outside " #Clauses, Outside, N * (N - 1) / 2);                     \
  }

static void schedules() {
  ORDERED(schedule(static))
  ORDERED(schedule(static, 4))
  ORDERED(schedule(dynamic, 3))
  ORDERED(schedule(guided))
  ORDERED(schedule(runtime))
}

static void downwards() {
  int Order[N] = {}, Next = 0;
#pragma omp target parallel for ordered map(Order, Next) num_threads(20)
  for (long I = N - 1; I >= 0; I -= 2) {
#pragma omp ordered threads
    Order[Next++] = int(I);
  }
  expect("how many", Next, N / 2);
  for (int I = 0; I < N / 2; ++I)
    expect("downwards", Order[I], N - 1 - 2 * I);
}

#define DOACROSS(Clauses)                                                      \
  {                                                                            \
    int A[N] = {1};                                                            \
    DO_PRAGMA(omp target parallel for ordered(1) num_threads(40) Clauses map(  \
        A))                                                                    \
    for (int I = 1; I < N; ++I) {                                              \
      _Pragma("omp ordered depend(sink : I - 1)") A[I] = A[I - 1] * 3 % 1009;  \
      _Pragma("omp ordered depend(source)")                                    \
    }                                                                          \
    int Expected = 1;                                                          \
    for (int I = 1; I < N; ++I)                                                \
      Expected = Expected * 3 % 1009;                                          \
    expect("waiting " #Clauses, A[N - 1], Expected);                           \
  }

static void waiting() {
  DOACROSS()
  DOACROSS(schedule(static, 2))
  DOACROSS(schedule(dynamic))
  unsigned Grid[20][20] = {};
#pragma omp target parallel for ordered(2) map(Grid) num_threads(33)
  for (unsigned I = 1; I < 20; ++I)
    for (long J = 1; J < 20; ++J) {
#pragma omp ordered doacross(sink : I - 1, J) doacross(sink : I, J - 1)
      Grid[I][J] = Grid[I - 1][J] + Grid[I][J - 1] + 1;
#pragma omp ordered doacross(source:)
    }
  // Other loops of the same region are shared as before.
  int Visits[N] = {}, Threads = 0;
#pragma omp target parallel map(Grid, Visits, Threads) num_threads(10)
  {
#pragma omp for ordered(1)
    for (int I = 1; I < 20; ++I) {
#pragma omp ordered depend(sink : I - 1)
      Grid[19][I] += Grid[19][I - 1];
#pragma omp ordered depend(source)
    }
    int Mine = 0;
#pragma omp for schedule(static, 1)
    for (int I = 0; I < N; ++I) {
      ++Visits[I];
      ++Mine;
    }
#pragma omp atomic
    Threads += Mine == N / 10;
  }
  unsigned Expected[20][20] = {};
  for (int I = 1; I < 20; ++I)
    for (int J = 1; J < 20; ++J)
      Expected[I][J] = Expected[I - 1][J] + Expected[I][J - 1] + 1;
  for (int J = 1; J < 20; ++J)
    Expected[19][J] += Expected[19][J - 1];
  expect("two loops", Grid[19][19], Expected[19][19]);
  expect("two loops", Grid[7][9], Expected[7][9]);
  for (int I = 0; I < N; ++I)
    expect("a loop behind", Visits[I], 1);
  expect("threads of it", Threads, 10);
}

int main() {
  schedules();
  downwards();
  waiting();
  return finish();
}
