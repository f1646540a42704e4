//===- lane_cases.h - What the loops of generate_lanes.py work on ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_LANE_CASES_H
#define OMPJIT_TEST_LANE_CASES_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

/// All arrays have Size elements, of which iterations use the first 1024.
struct Data {
  static constexpr int Size = 2048;
  int *A, *B, *Place;
  double *X;
  float *Y;
  int *Numbers;
  double *Doubles, *Scattered;
  float *Floats;
};

#pragma omp declare target
/// What iterations change by atomic operations, whose order makes no
/// difference.
inline unsigned Counts[64], Bits[64], Any, Highest;
inline int Lowest;
#pragma omp end declare target

/// A digest (FNV) in which all values that are no numbers are the same.
class Digest {
public:
  void add(double Value) {
    if (Value != Value)
      Value = 12345.5;
    unsigned char Bytes[sizeof Value];
    std::memcpy(Bytes, &Value, sizeof Value);
    for (unsigned char Byte : Bytes)
      Sum = (Sum ^ Byte) * 1099511628211u;
  }
  unsigned long long value() const { return Sum; }

private:
  std::uint64_t Sum = 1469598103934665603u;
};

template <typename Kernel> void run(int Number, Kernel Function) {
  constexpr int Size = Data::Size;
  Digest All;
  for (int N : {0, 1, 5, 16, 33, 300, 500}) {
    std::vector<int> A(Size), B(Size), Place(Size), Numbers(Size);
    std::vector<double> X(Size), Doubles(Size), Scattered(Size);
    std::vector<float> Y(Size), Floats(Size);
    for (int I = 0; I != Size; ++I) {
      A[I] = (I * 7919 + Number) % 613 - 200;
      B[I] = (I * 31) ^ Number;
      Place[I] = I < N ? N - 1 - I : I;
      X[I] = (I % 37) * 0.25 - 3;
      Y[I] = (I % 11) - 4.5f;
    }
    Data D = {A.data(),       B.data(),         Place.data(),
              X.data(),       Y.data(),         Numbers.data(),
              Doubles.data(), Scattered.data(), Floats.data()};
    long Sum = 0;
    double Least = 0;
    std::memset(Counts, 0, sizeof Counts);
    std::memset(Bits, 0, sizeof Bits);
    Any = Highest = 0;
    Lowest = 0;
#pragma omp target update to(Counts, Bits, Any, Highest, Lowest)
#pragma omp target data map(to : D.A[ : Size], D.B[ : Size], D.Place[ : Size]) \
    map(to : D.X[ : Size], D.Y[ : Size]) map(tofrom : D.Numbers[ : Size])      \
    map(tofrom : D.Doubles[ : Size], D.Scattered[ : Size], D.Floats[ : Size])
    Function(N, Number % 5 + 1, D, Sum, Least);
#pragma omp target update from(Counts, Bits, Any, Highest, Lowest)
    for (int I = 0; I != 64; ++I)
      All.add(double(Counts[I]) - Bits[I]);
    All.add(double(Any) - Highest);
    All.add(Lowest);
    for (int I = 0; I != Size; ++I) {
      All.add(Numbers[I]);
      All.add(Doubles[I]);
      All.add(Scattered[I]);
      All.add(Floats[I]);
    }
    All.add(double(Sum));
    All.add(Least);
  }
  std::printf("%d %016llx\n", Number, All.value());
}

#endif // OMPJIT_TEST_LANE_CASES_H
