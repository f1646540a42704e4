// Sections, scopes, scans, masked regions, worksharing inside of each other's regions.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=51 -Wno-pass-failed
// RUN: %link-ahead %t.ahead %s -fopenmp-version=51 -Wno-pass-failed

#include "expect.h"
#include <climits>
#include <omp.h>

constexpr int N = 100;

static void sections(int Threads) {
  int Done[7] = {}, Sum = 0, Last = 0, First = 5;
#pragma omp target map(Done, Sum, Last) firstprivate(First)
#pragma omp parallel num_threads(Threads)
  {
#pragma omp sections reduction(+ : Sum) firstprivate(First)
    {
#pragma omp section
      Done[0] += 1, Sum += First;
#pragma omp section
      Done[1] += 1, Sum += First;
#pragma omp section
      Done[2] += 1, Sum += First;
#pragma omp section
      Done[3] += 1, Sum += First;
    }
#pragma omp sections nowait
    {
#pragma omp section
      Done[4] += 1;
    }
#pragma omp sections private(First)
    {
      Done[5] += 1;
#pragma omp section
      {
        First = 1;
        Done[6] += First;
      }
    }
#pragma omp scope reduction(+ : Last)
    Last += 1;
  }
  for (int Each : Done)
    expect("sections", Each, 1);
  expect("sections, sum", Sum, 20);
  expect("scope", Last, Threads);
}

static void scans() {
  int Inclusive[N], Exclusive[N], Simd[N], Sum = 0, Most = INT_MIN, Total = 0;
#pragma omp target map(Inclusive, Exclusive, Simd, Sum, Most, Total)
  {
#pragma omp parallel for reduction(inscan, + : Sum) num_threads(30)
    for (int I = 0; I < N; ++I) {
      Sum += I;
#pragma omp scan inclusive(Sum)
      Inclusive[I] = Sum;
    }
#pragma omp parallel for reduction(inscan, max : Most) num_threads(30)
    for (int I = 0; I < N; ++I) {
      Exclusive[I] = Most;
#pragma omp scan exclusive(Most)
      Most = Most > I * 7 % N ? Most : I * 7 % N;
    }
#pragma omp simd reduction(inscan, + : Total)
    for (int I = 0; I < N; ++I) {
      Total += I * I;
#pragma omp scan inclusive(Total)
      Simd[I] = Total;
    }
  }
  int Before = 0, Highest = INT_MIN, Squares = 0;
  for (int I = 0; I < N; ++I) {
    expect("inclusive", Inclusive[I], Before += I);
    expect("exclusive", Exclusive[I], Highest);
    Highest = Highest > I * 7 % N ? Highest : I * 7 % N;
    expect("simd", Simd[I], Squares += I * I);
  }
  expect("sum", Sum, Before);
  expect("most", Most, Highest);
  expect("total", Total, Squares);
}

static void masked() {
  int Primary = 0, Filtered = 0, Loop = 0, Single = 0;
#pragma omp target map(Primary, Filtered, Loop, Single)
  {
#pragma omp parallel masked num_threads(10)
    Primary += 1;
#pragma omp parallel masked filter(7) num_threads(10)
    Filtered = omp_get_thread_num();
#pragma omp parallel masked taskloop num_threads(10) shared(Loop)
    for (int I = 0; I < 20; ++I) {
#pragma omp atomic
      Loop += I;
    }
#pragma omp parallel masked taskloop simd num_threads(10) shared(Loop)
    for (int I = 0; I < 20; ++I) {
#pragma omp atomic
      Loop += I;
    }
#pragma omp parallel num_threads(40)
    {
#pragma omp single nowait
      {
#pragma omp atomic
        Single += 1;
      }
#pragma omp for nowait
      for (int I = 0; I < 40; ++I) {
#pragma omp atomic
        Single += 1;
      }
#pragma omp single
      {
#pragma omp atomic
        Single += 1;
      }
    }
  }
  expect("parallel masked", Primary, 1);
  expect("filter", Filtered, 7);
  expect("parallel masked taskloop", Loop, 380);
  expect("single", Single, 42);
}

int main() {
  sections(1);
  sections(3);
  sections(40);
  scans();
  masked();
  return finish();
}
