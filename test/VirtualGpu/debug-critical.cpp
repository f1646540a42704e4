// What threads share is read again in each critical region and behind each barrier, with debug information, too.
// RUN: %run-gpus --levels=O0,O1,O2 %t %s -g

#include <cstdio>
#include <omp.h>

/// A variable of the team, which one thread sets.
static void barrier() {
  int Sum = 0, Threads = 0;
#pragma omp target teams num_teams(1) thread_limit(128)                        \
    map(tofrom : Sum, Threads)
  {
    int One = 0;
#pragma omp parallel num_threads(128)
    {
      if (omp_get_thread_num() == omp_get_num_threads() - 1) {
        One = 7;
        Threads = omp_get_num_threads();
      }
#pragma omp barrier
#pragma omp atomic
      Sum += One;
    }
  }
  printf("%s\n", Sum == 7 * Threads ? "barrier" : "WRONG");
}

/// A variable of the team in several regions of one construct.
static void again() {
  int Count = 0, Threads = 0, Last = 0;
#pragma omp target map(tofrom : Count, Threads, Last)
  {
    int One = 0, Two = 0;
#pragma omp parallel num_threads(65)
#pragma omp single
    Threads += omp_get_num_threads();
    for (int I = 0; I < 2; ++I) {
#pragma omp parallel
      {
#pragma omp critical
        One += 1;
#pragma omp single
        Threads += omp_get_num_threads();
#pragma omp critical(other)
        Two += 2;
      }
    }
#pragma omp parallel num_threads(33)
    {
#pragma omp critical
      One += 1;
#pragma omp for lastprivate(Last)
      for (int I = 0; I < 100; ++I)
        Last = I;
#pragma omp single
      {
        Threads += omp_get_num_threads();
        Two += 2 * omp_get_num_threads();
      }
    }
#pragma omp parallel num_threads(65)
    {
#pragma omp critical
      One += 1;
      if (omp_get_thread_num() == 0)
        Two += 2 * omp_get_num_threads();
    }
    Count = One == Two / 2 ? Threads - One : -1;
  }
  printf("%s\n", Count == 0 && Last == 99 ? "again" : "WRONG");
}

int main() {
  barrier();
  again();
  int Sum = 0, Largest = -1;
#pragma omp target parallel num_threads(64) map(tofrom : Sum, Largest)
  {
#pragma omp critical
    {
      Sum += 63 - omp_get_thread_num();
      if (omp_get_thread_num() > Largest)
        Largest = omp_get_thread_num();
    }
  }
  // The host's teams may be smaller.
  printf("%s %s\n",
         Sum == (126 - Largest) * (Largest + 1) / 2 ? "sum" : "WRONG",
         Largest >= 0 ? "largest" : "WRONG");
}
