// Atomic constructs of all sizes and forms.
// RUN: %run-gpus %t.gpus %s
// RUN: %link-ahead %t.ahead %s

#include "expect.h"

template <typename T> void updates(const char *What) {
  T Sum = 0, Least = 100, Read = 0, Written = 0, Old = 0;
#pragma omp target parallel for map(Sum, Least, Read, Written, Old)            \
    num_threads(32)
  for (int I = 0; I < 64; ++I) {
#pragma omp atomic
    Sum += T(1);
#pragma omp atomic compare
    Least = T(I % 50 + 1) < Least ? T(I % 50 + 1) : Least;
    T Seen;
#pragma omp atomic read
    Seen = Sum;
#pragma omp atomic write
    Written = T(7);
#pragma omp atomic capture
    {
      Seen = Old;
      Old += T(1);
    }
    if (Seen < T(0))
      Read = T(1);
  }
  expect(What, Sum, T(64));
  expect(What, Least, T(1));
  expect(What, Written, T(7));
  expect(What, Old, T(64));
  expect(What, Read, T(0));
}

int main() {
  updates<signed char>("1 byte");
  updates<short>("2 bytes");
  updates<int>("4 bytes");
  updates<unsigned>("unsigned");
  updates<long>("8 bytes");
  updates<float>("float");
  updates<double>("double");
  int Bits = 0, Swapped = 3;
#pragma omp target parallel num_threads(8) map(Bits, Swapped)
  {
#pragma omp atomic seq_cst
    Bits |= 4;
#pragma omp atomic update release
    Bits ^= 0;
#pragma omp atomic compare
    if (Swapped == 3) {
      Swapped = 9;
    }
  }
  expect("bits", Bits, 4);
  expect("swapped", Swapped, 9);
  return finish();
}
