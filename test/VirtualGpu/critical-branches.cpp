// Of lanes that went separate ways none has a critical region while others of its wave wait for it, also where a trap or a loop's next turn ends ways early.
// RUN: %run-gpus --levels=O0,O1,O3 %t %s
// Lanes that proceed independently may also wait for each other's locks.
// RUN: %run-gpus --levels=O0,O2 --gpus=sm_90 %t.locks %s -DLOCKS

#include <cstdio>
#include <omp.h>

/// The runtime takes memory for the inner loop, and traps without any.
static void innerLoops(int Count, int Mask) {
  int Guided = 0, Dynamic = 0;
#pragma omp target parallel for map(tofrom : Guided)
  for (int I = 0; I < Count; ++I) {
    if (I & Mask) {
      int Mine = 0;
#pragma omp parallel for firstprivate(Mine) schedule(guided)
      for (int K = 0; K < 6; ++K)
        Mine += K;
#pragma omp critical(one)
      Guided += 15;
    }
#pragma omp critical(one)
    Guided += 1;
  }
#pragma omp target parallel for map(tofrom : Dynamic)
  for (int I = 0; I < Count; ++I) {
    if (I & Mask) {
      int Mine = 0;
#pragma omp parallel for reduction(+ : Mine) schedule(dynamic, 2)
      for (int K = 0; K < 6; ++K)
        Mine += K;
#pragma omp critical(one)
      Dynamic += Mine;
    }
#pragma omp critical(one)
    Dynamic += 1;
  }
  printf("inner loops: %d %d\n", Guided, Dynamic);
}

/// Some lanes skip the rest of a turn, or of the loop.
static void cutShort(int Count, int Mask) {
  int Turns = 0, Next = 0, Left = 0;
#pragma omp target parallel for map(tofrom : Turns, Next, Left)
  for (int I = 0; I < Count; ++I) {
    for (int K = 0; K < 3; ++K) {
      if (I & Mask) {
#pragma omp atomic
        Turns += 1;
        if (K == I % 3)
          continue;
#pragma omp critical(one)
        Next += 10;
      }
#pragma omp critical(one)
      Next += 100;
    }
    for (int K = 0; K < 3; ++K) {
      if (I & Mask) {
        if (K == I % 3)
          break;
#pragma omp critical(one)
        Left += 10;
      }
#pragma omp critical(one)
      Left += 100;
    }
  }
  printf("cut short: %d %d %d\n", Turns, Next, Left);
}

/// Each lane ends in another place.
static void ways(int Count) {
  int Sum = 0;
#pragma omp target parallel for map(tofrom : Sum)
  for (int I = 0; I < Count; ++I) {
    switch (I % 4) {
    case 0:
#pragma omp critical(one)
      Sum += 1;
      [[fallthrough]];
    case 1:
#pragma omp critical(one)
      Sum += 10;
      break;
    case 2:
      if (I < 0)
        __builtin_trap();
#pragma omp critical(one)
      Sum += 100;
      break;
    default:;
    }
#pragma omp critical(one)
    Sum += 1000;
  }
  printf("ways: %d\n", Sum);
}

/// What takes memory of the runtime, and what locks, in branches.
static void constructs(int Count, int Mask) {
  int Sum = 0, Shared = 0;
#pragma omp target parallel for map(tofrom : Sum, Shared)
  for (int I = 0; I < Count; ++I) {
    if (I & Mask) {
      int Mine = 0;
#pragma omp parallel sections reduction(+ : Mine)
      {
#pragma omp section
        Mine += 1;
#pragma omp section
        Mine += 2;
      }
#pragma omp parallel for ordered schedule(dynamic) shared(Mine)
      for (int K = 0; K < 4; ++K) {
#pragma omp ordered
        Mine = 2 * Mine + K;
      }
#pragma omp task shared(Mine)
      Mine += 1;
#pragma omp taskwait
#pragma omp parallel shared(Mine)
      {
        int Copy = 0;
#pragma omp single copyprivate(Copy)
        Copy = 5;
        Mine += Copy;
      }
#pragma omp critical(one)
      Sum += Mine;
    }
#pragma omp critical(one)
    Shared += 1;
#pragma omp critical(one)
    Sum += 1;
  }
  printf("constructs: %d %d\n", Sum, Shared);
}

/// Lanes that try for a lock, and try again in another turn.
[[maybe_unused]] static int tried(int Count) {
  omp_lock_t Lock;
  int Sum = 0;
#pragma omp target map(tofrom : Sum) map(alloc : Lock)
  {
    omp_init_lock(&Lock);
#pragma omp parallel for
    for (int I = 0; I < Count; ++I) {
      bool Done = false;
      while (!Done)
        if (omp_test_lock(&Lock)) {
          if (I % 2) {
#pragma omp critical(one)
            Sum += 1;
          }
          Sum += 1;
          omp_unset_lock(&Lock);
          Done = true;
        }
    }
  }
  printf("tried: %d\n", Sum);
  return 0;
}

int main(int Count, char **) {
#ifdef LOCKS
  return tried(70 * Count);
#endif
  innerLoops(96 * Count, 1);
  innerLoops(40 * Count, 6);
  cutShort(96 * Count, 1);
  ways(70 * Count);
  constructs(40 * Count, 1);
}
