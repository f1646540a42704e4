// Atomic updates of every operator, on operands of 1 to 16 bytes.
// RUN: %run-gpus %t.gpus %s -latomic
// RUN: %link-ahead %t.ahead %s -latomic

#include "expect.h"
#include <cstdint>

constexpr int N = 96;

/// What N threads do in any order has one result.
template <typename T> static void integers(const char *What) {
  T Plus = 3, Minus = 3, Times = 1, Div = T(96), And = T(~T(0)), Or = 0,
    Xor = 5, Left = 1, Right = T(64), Reverse = 2;
#pragma omp target parallel for num_threads(N)                                 \
    map(Plus, Minus, Times, Div, And, Or, Xor, Left, Right, Reverse)
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Plus += T(I);
#pragma omp atomic
    Minus -= T(I);
#pragma omp atomic
    Times *= T(I % 48 == 0 ? 3 : 1);
#pragma omp atomic
    Div /= T(I % 32 == 0 ? 2 : 1);
#pragma omp atomic
    And &= T(~T(1 << (I % 3)));
#pragma omp atomic
    Or |= T(1 << (I % 5));
#pragma omp atomic
    Xor ^= T(I);
#pragma omp atomic
    Left <<= (I % 32 == 0 ? 1 : 0);
#pragma omp atomic
    Right >>= (I % 24 == 0 ? 1 : 0);
#pragma omp atomic
    Reverse = T(I % 2) - Reverse;
  }
  expect(What, Plus, T(3 + N * (N - 1) / 2));
  expect(What, Minus, T(3 - N * (N - 1) / 2));
  expect(What, Times, T(9));
  expect(What, Div, T(12));
  expect(What, And, T(~T(7)));
  expect(What, Or, T(31));
  expect(What, Xor, T(5));
  expect(What, Left, T(8));
  expect(What, Right, T(4));
  // The sum of values and turns decides: its parity is left.
  expect(What, T(Reverse & 1), T(0));
}

template <typename T> static void reals(const char *What) {
  T Plus = 1, Minus = 1, Times = 1, Div = 4096, Most = -1, Least = 1000;
#pragma omp target parallel for num_threads(N)                                 \
    map(Plus, Minus, Times, Div, Most, Least)
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Plus += T(I) * T(0.5);
#pragma omp atomic
    Minus -= T(I);
#pragma omp atomic
    Times *= T(I % 16 == 0 ? 2 : 1);
#pragma omp atomic
    Div /= T(I % 16 == 0 ? 2 : 1);
#pragma omp atomic compare
    Most = Most < T(I * 7 % N) ? T(I * 7 % N) : Most;
#pragma omp atomic compare
    Least = T(I * 5 % N + 3) < Least ? T(I * 5 % N + 3) : Least;
  }
  expect(What, Plus, T(1 + N * (N - 1) / 4));
  expect(What, Minus, T(1 - N * (N - 1) / 2));
  expect(What, Times, T(64));
  expect(What, Div, T(64));
  expect(What, Most, T(N - 1));
  expect(What, Least, T(3));
}

/// Operands that no instruction has: these go through the runtime.
template <typename T> static void complex(const char *What) {
  T Sum = 1, Product = 1;
#pragma omp target parallel for num_threads(N) map(Sum, Product)
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Sum += T(I);
#pragma omp atomic
    Product *= T(I % 32 == 0 ? 2 : 1);
  }
  expect(What, double(__real__ Sum), 1.0 + N * (N - 1) / 2);
  expect(What, double(__imag__ Sum), 0.0);
  expect(What, double(__real__ Product), 8.0);
}

static void wide() {
  __int128 Sum = 1, Seen = 0, Written = 0;
  const __int128 High = static_cast<__int128>(1) << 70;
#pragma omp target parallel for num_threads(N) map(Sum, Seen, Written)
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    Sum += High + I;
    __int128 Mine, Before;
#pragma omp atomic read
    Mine = Sum;
#pragma omp atomic write
    Written = High;
#pragma omp atomic capture
    {
      Before = Seen;
      Seen = Seen | (static_cast<__int128>(1) << I);
    }
    if (Mine < High || Before >> N) {
#pragma omp atomic write
      Written = 1;
    }
  }
  const __int128 Wanted = High * N + 1 + N * (N - 1) / 2;
  expect("16 bytes", Sum == Wanted, true);
  expect("16 bytes written", Written == High, true);
  expect("16 bytes captured", Seen == (static_cast<__int128>(1) << N) - 1,
         true);
}

int main() {
  integers<int8_t>("int8_t");
  integers<uint16_t>("uint16_t");
  integers<int32_t>("int32_t");
  integers<uint64_t>("uint64_t");
  reals<float>("float");
  reals<double>("double");
  complex<float _Complex>("complex float");
  complex<double _Complex>("complex double");
  wide();
  return finish();
}
