// What a region does under a lock at its very end is done by one thread after the other (each of a wave of its own, as others could not wait), and the lock is released: LLVM's optimiser took the end for done in step.
// RUN: %run-gpus --levels=O1,O2,O3 %t %s

#include <cstdio>
#include <omp.h>

static void tried(int Step) {
  int Locked = 0, Counted = 0;
#pragma omp target map(tofrom : Locked, Counted)
  {
    omp_lock_t Lock;
    omp_init_lock(&Lock);
    int Under = 0, All = 0;
#pragma omp parallel num_threads(96)
    if (omp_get_thread_num() % 64 == 0)
      for (int J = 0; J < 3; ++J) {
#pragma omp atomic
        All += Step;
        while (!omp_test_lock(&Lock))
          ;
        Under += Step;
        omp_unset_lock(&Lock);
      }
    omp_destroy_lock(&Lock);
    Locked = Under;
    Counted = All;
  }
  printf("tried: %d\n", Locked != 0 && Locked == Counted);
}

static void waitedFor(int Step) {
  int Locked = 0, Counted = 0;
#pragma omp target map(tofrom : Locked, Counted)
  {
    omp_lock_t Lock;
    omp_init_lock(&Lock);
    int Under = 0, All = 0;
#pragma omp parallel num_threads(96)
    if (omp_get_thread_num() % 64 == 0) {
#pragma omp atomic
      All += Step;
      omp_set_lock(&Lock);
      Under += Step;
      omp_unset_lock(&Lock);
    }
    omp_destroy_lock(&Lock);
    Locked = Under;
    Counted = All;
  }
  printf("waited for: %d\n", Locked != 0 && Locked == Counted);
}

static void nested(int Step) {
  int Locked = 0, Counted = 0;
#pragma omp target map(tofrom : Locked, Counted)
  {
    omp_nest_lock_t Lock;
    omp_init_nest_lock(&Lock);
    int Under = 0, All = 0;
#pragma omp parallel num_threads(96)
    if (omp_get_thread_num() % 64 == 0) {
#pragma omp atomic
      All += Step;
      omp_set_nest_lock(&Lock);
      omp_set_nest_lock(&Lock);
      Under += Step;
      omp_unset_nest_lock(&Lock);
      omp_unset_nest_lock(&Lock);
    }
    omp_destroy_nest_lock(&Lock);
    Locked = Under;
    Counted = All;
  }
  printf("nested: %d\n", Locked != 0 && Locked == Counted);
}

static void critical(int Step) {
  int Locked = 0, Counted = 0;
#pragma omp target map(tofrom : Locked, Counted)
  {
    int Under = 0, All = 0;
#pragma omp parallel num_threads(96)
    {
#pragma omp atomic
      All += Step;
#pragma omp critical
      Under += Step;
    }
    Locked = Under;
    Counted = All;
  }
  printf("critical: %d\n", Locked != 0 && Locked == Counted);
}

/// A lock of the program's own: the first threads of waves take turns.
static void handedOver(int Step) {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  {
    int Turn = 0, Under = 0;
#pragma omp parallel num_threads(96)
    if (omp_get_thread_num() % 64 == 0) {
      const int Mine = omp_get_thread_num() / 64;
      int Now;
      do {
#pragma omp atomic read acquire
        Now = Turn;
      } while (Now != Mine);
      Under = Under * 2 + Step;
#pragma omp atomic write release
      Turn = Mine + 1;
    }
    Sum = Under * 10 + Turn;
  }
  const int Threads = Sum % 10;
  printf("handed over: %d\n", Sum / 10 == ((1 << Threads) - 1) * Step);
}

int main(int Count, char **) {
  tried(Count);
  waitedFor(Count);
  nested(Count);
  critical(Count);
  handedOver(Count);
}

// CHECK: tried: 1
// CHECK-NEXT: waited for: 1
// CHECK-NEXT: nested: 1
// CHECK-NEXT: critical: 1
// CHECK-NEXT: handed over: 1
