// Worksharing loops: schedules, types, collapse, simd, sections, distribute.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"

constexpr int N = 1000;

template <typename T, typename Loop> void tryLoop(const char *What, Loop Run) {
  int Visits[N] = {};
  Run(Visits);
  for (int I = 0; I < N; ++I)
    expect(What, Visits[I], 1);
}

#define TRY(Clauses, Type)                                                     \
  tryLoop<Type>(#Clauses, [](int *V) {                                         \
    _Pragma("omp target parallel map(V[:N]) num_threads(70)") {                \
      DO_PRAGMA(omp for Clauses)                                               \
      for (Type I = 0; I < static_cast<Type>(N); ++I)                          \
        V[I] += 1;                                                             \
    }                                                                          \
  });
#define DO_PRAGMA(...) _Pragma(#__VA_ARGS__)

#pragma omp begin declare target
void add(int &Sum, int What) {
#pragma omp atomic
  Sum += What;
}
#pragma omp end declare target

int main() {
  TRY(schedule(static), int)
  TRY(schedule(static, 7), unsigned)
  TRY(schedule(dynamic), long)
  TRY(schedule(dynamic, 5), unsigned long)
  TRY(schedule(guided), int)
  TRY(schedule(guided, 9), unsigned)
  TRY(schedule(runtime), int)
  TRY(schedule(auto), long)
  TRY(schedule(nonmonotonic : dynamic, 3), unsigned)
  TRY(nowait, int)
  TRY(order(concurrent), int)

  tryLoop<int>("ordered", [](int *V) {
    int Next = 0;
#pragma omp target parallel for ordered map(V[ : N], Next)
    for (int I = 0; I < N; ++I) {
#pragma omp ordered
      V[I] = Next++ == I;
    }
  });
  tryLoop<int>("collapse", [](int *V) {
#pragma omp target teams distribute parallel for collapse(3) map(V[ : N])
    for (int I = 0; I < 10; ++I)
      for (int J = 0; J < 10; ++J)
        for (int K = 0; K < 10; ++K)
          V[I * 100 + J * 10 + K] += 1;
  });
  tryLoop<int>("simd", [](int *V) {
#pragma omp target teams distribute parallel for simd map(V[ : N]) safelen(4)
    for (int I = 0; I < N; ++I)
      V[I] += 1;
  });
  tryLoop<int>("teams loop", [](int *V) {
#pragma omp target teams loop map(V[ : N])
    for (int I = 0; I < N; ++I)
      V[I] += 1;
  });
  tryLoop<int>("distribute", [](int *V) {
#pragma omp target teams distribute num_teams(7) map(V[ : N])                  \
    dist_schedule(static, 3)
    for (int I = 0; I < N; ++I)
      V[I] += 1;
  });
  tryLoop<int>("distribute, then parallel for", [](int *V) {
#pragma omp target teams distribute num_teams(5) map(V[ : N])
    for (int I = 0; I < 10; ++I) {
#pragma omp parallel for
      for (int J = 0; J < 100; ++J)
        V[I * 100 + J] += 1;
    }
  });
  tryLoop<int>("dynamic over teams", [](int *V) {
#pragma omp target teams distribute parallel for schedule(dynamic, 2)          \
    map(V[ : N])
    for (int I = 0; I < N; ++I)
      V[I] += 1;
  });

  int Last = -1, Sections = 0;
#pragma omp target parallel for lastprivate(Last) map(from : Last)
  for (int I = 0; I < N; ++I)
    Last = I;
  expect("lastprivate", Last, N - 1);
#pragma omp target map(Sections)
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    add(Sections, 1);
#pragma omp section
    add(Sections, 10);
#pragma omp section
    add(Sections, 100);
#pragma omp section
    add(Sections, 1000);
  }
  expect("sections", Sections, 1111);
  return finish();
}
