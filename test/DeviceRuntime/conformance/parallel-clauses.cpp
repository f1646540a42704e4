// Clauses of parallel regions: number of threads, if, binding, default data sharing, what to do with too few threads.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=60 -Wno-openmp-clauses
// RUN: %link-ahead %t.ahead %s -fopenmp-version=60 -Wno-openmp-clauses

#include "expect.h"
#include <initializer_list>
#include <omp.h>

/// The size that each clause gives, in kernels with code around the region and
/// in those that are nothing else.
static void sizes(int Wanted, bool IsParallel) {
  int Generic = 0, Spmd = 0, Strict = 0, Conditional = 0, Bound[3] = {};
#pragma omp target map(Generic, Strict, Conditional, Bound) thread_limit(128)
  {
#pragma omp parallel num_threads(Wanted)
    {
#pragma omp single
      Generic = omp_get_num_threads();
    }
#pragma omp parallel num_threads(strict : Wanted) severity(warning)            \
    message("fewer threads")
    {
#pragma omp atomic
      ++Strict;
    }
#pragma omp parallel num_threads(Wanted) if (parallel : IsParallel)
    {
#pragma omp atomic
      Conditional += omp_in_parallel() ? 1 : 100;
    }
#pragma omp parallel num_threads(Wanted) proc_bind(primary)
    {
#pragma omp atomic
      ++Bound[0];
    }
#pragma omp parallel num_threads(Wanted) proc_bind(close)
    {
#pragma omp atomic
      ++Bound[1];
    }
#pragma omp parallel num_threads(Wanted) proc_bind(spread)
    {
#pragma omp atomic
      ++Bound[2];
    }
  }
#pragma omp target parallel num_threads(Wanted) if (parallel : IsParallel)     \
    map(Spmd) thread_limit(128)
  {
#pragma omp atomic
    ++Spmd;
  }
  expect("generic", Generic, Wanted);
  expect("strict", Strict, Wanted);
  expect("if", Conditional, !IsParallel ? 100 : Wanted == 1 ? 100 : Wanted);
  expect("spmd", Spmd, IsParallel ? Wanted : 1);
  for (int Each : Bound)
    expect("bound", Each, Wanted);
}

/// Private copies of every kind.
static void copies() {
  int Sum = 0, First = 10, Private = 99, Array[4] = {1, 2, 3, 4};
#pragma omp target map(Sum)
  {
    int Shared = 7;
#pragma omp parallel num_threads(20) default(none)                             \
    firstprivate(First, Array) private(Private) shared(Sum, Shared)
    {
      Private = omp_get_thread_num();
      First += Private;
      Array[Private % 4] += First;
#pragma omp barrier
#pragma omp atomic
      Sum += First + Array[Private % 4] + Shared;
    }
  }
  int Expected = 0;
  for (int I = 0; I < 20; ++I)
    Expected += (10 + I) + (I % 4 + 1 + 10 + I) + 7;
  expect("copies", Sum, Expected);
}

/// Regions inside of regions, and what a thread knows of those around it.
static void nested() {
  int Levels = 0, Ancestors = 0, Sizes = 0, Inner = 0;
#pragma omp target map(Levels, Ancestors, Sizes, Inner)
  {
#pragma omp parallel num_threads(5)
    {
      const int Outer = omp_get_thread_num();
#pragma omp parallel num_threads(1)
      {
#pragma omp parallel if (0)
        {
#pragma omp atomic
          ++Inner;
#pragma omp atomic
          Levels += omp_get_level();
#pragma omp atomic
          Ancestors += omp_get_ancestor_thread_num(1) == Outer &&
                       omp_get_ancestor_thread_num(0) == 0 &&
                       omp_get_ancestor_thread_num(3) == 0 &&
                       omp_get_ancestor_thread_num(4) == -1;
#pragma omp atomic
          Sizes += omp_get_team_size(1) == 5 && omp_get_team_size(2) == 1 &&
                   omp_get_team_size(0) == 1 && omp_get_team_size(9) == -1;
        }
      }
    }
  }
  expect("inner regions", Inner, 5);
  expect("levels", Levels, 15);
  expect("ancestors", Ancestors, 5);
  expect("sizes", Sizes, 5);
}

/// Regions inside of ones that have one thread, whose variables they share.
static void nestedInSerial(int N) {
  int Sums[100] = {}, Outer = 0;
#pragma omp target map(Sums, Outer)
  {
#pragma omp parallel for num_threads(1)
    for (int I = 0; I < 3; ++I) {
      const int Shared = N + I;
      ++Outer;
#pragma omp parallel for
      for (int J = 0; J < 100; ++J)
        Sums[J] += Shared;
    }
#pragma omp parallel if (N > 5)
    {
      int Shared = N;
#pragma omp parallel for
      for (int J = 0; J < 100; ++J)
        Sums[J] += Shared;
    }
    // With it the kernel stays one of a main thread and its workers.
    if (N > 5)
      omp_set_num_threads(Outer);
  }
  for (int Each : Sums)
    expect("nested in serial", Each, 3 * N + 3 + N);
  expect("serial", Outer, 3);
}

int main() {
  for (int Wanted : {1, 2, 31, 32, 33, 64, 100, 128})
    sizes(Wanted, true);
  sizes(17, false);
  copies();
  nested();
  nestedInSerial(5);
  return finish();
}
