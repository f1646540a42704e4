// Atomic constructs in every form: read, write, update, capture, compare, with every memory order and hint.
// RUN: %run-gpus %t.gpus %s -fopenmp-version=51
// RUN: %link-ahead %t.ahead %s -fopenmp-version=51

#include "expect.h"
#include <omp.h>

constexpr int N = 64;

/// Each form of capture; the values that threads see are all different.
static void captures() {
  int Counters[8] = {0, 0, 0, 0, 0, 1000, 0, 1};
  unsigned char Seen[8][N + 1] = {};
#pragma omp target parallel for num_threads(N) map(Counters, Seen)
  for (int I = 0; I < N; ++I) {
    int V;
#pragma omp atomic capture
    V = Counters[0]++;
    Seen[0][V] = 1;
#pragma omp atomic capture relaxed
    V = ++Counters[1];
    Seen[1][V] = 1;
#pragma omp atomic capture acq_rel
    {
      V = Counters[2];
      Counters[2] += 1;
    }
    Seen[2][V] = 1;
#pragma omp atomic capture seq_cst
    {
      Counters[3] = Counters[3] + 1;
      V = Counters[3];
    }
    Seen[3][V] = 1;
#pragma omp atomic capture acquire
    V = Counters[4] += 1;
    Seen[4][V] = 1;
#pragma omp atomic capture release
    {
      V = Counters[5];
      Counters[5] = 1 + Counters[5];
    }
    Seen[5][V - 1000] = 1;
#pragma omp atomic capture hint(omp_sync_hint_contended)
    {
      V = Counters[6];
      Counters[6] = I + 1;
    }
    Seen[6][V] = 1;
#pragma omp atomic capture
    V = Counters[7] *= 1;
    if (V != 1)
      Seen[7][V] = 1;
  }
  for (int Form = 0; Form < 6; ++Form) {
    int Different = 0;
    for (int Each : Seen[Form])
      Different += Each;
    expect("values seen", Different, N);
  }
  expect("counter", Counters[0] + Counters[1] + Counters[2], 3 * N);
  expect("counter", Counters[3] + Counters[4] + Counters[5], 1000 + 3 * N);
  // Who exchanged saw another's value, and one saw the first.
  int Exchanged = 0;
  for (int Each : Seen[6])
    Exchanged += Each;
  expect("exchanged", Exchanged, N);
  expect("times 1", Counters[7], 1);
}

template <typename T> static void compares(const char *What) {
  T Most = 0, Least = 100, Swapped = 7, Kept = 7, First = T(200);
  int Winners = 0, Orders = 0;
#pragma omp target parallel for num_threads(N)                                 \
    map(Most, Least, Swapped, Kept, First, Winners, Orders)
  for (int I = 0; I < N; ++I) {
    const T Mine = T(I * 5 % N + 1);
#pragma omp atomic compare
    if (Most < Mine) {
      Most = Mine;
    }
#pragma omp atomic compare seq_cst
    if (Least > Mine) {
      Least = Mine;
    }
#pragma omp atomic compare acq_rel
    if (Swapped == 7) {
      Swapped = 8;
    }
#pragma omp atomic compare relaxed fail(relaxed)
    if (Kept == 9) {
      Kept = 8;
    }
    T Old;
    bool Won;
#pragma omp atomic compare capture
    {
      Won = First == T(200);
      if (Won) {
        First = Mine;
      }
    }
    if (Won) {
#pragma omp atomic
      ++Winners;
    }
#pragma omp atomic compare capture
    {
      Old = Most;
      if (Most < Mine) {
        Most = Mine;
      }
    }
    if (Old < Mine) {
#pragma omp atomic
      ++Orders;
    }
  }
  expect(What, Most, T(N));
  expect(What, Least, T(1));
  expect(What, Swapped, T(8));
  expect(What, Kept, T(7));
  expect(What, Winners, 1);
  expect(What, Orders, 0);
  expect(What, First >= T(1) && First <= T(N), true);
}

/// A flag published with release order shows what was written before.
static void orders() {
  int Data[N] = {}, Flags[N] = {}, Wrong = 0;
#pragma omp target parallel num_threads(N) map(Data, Flags, Wrong)
  {
#pragma omp for nowait
    for (int I = 0; I < N; ++I) {
      Data[I] = I + 1;
#pragma omp atomic write release
      Flags[I] = 1;
    }
#pragma omp for
    for (int I = 0; I < N; ++I) {
      int Flag;
#pragma omp atomic read acquire
      Flag = Flags[N - 1 - I];
      if (Flag && Data[N - 1 - I] != N - I) {
#pragma omp atomic
        ++Wrong;
      }
    }
#pragma omp flush acq_rel
#pragma omp flush release
#pragma omp flush acquire
#pragma omp flush seq_cst
  }
  expect("published", Wrong, 0);
}

int main() {
  captures();
  compares<unsigned char>("1 byte");
  compares<unsigned short>("2 bytes");
  compares<int>("4 bytes");
  compares<unsigned long>("8 bytes");
  orders();
  return finish();
}
