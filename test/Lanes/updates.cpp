// Atomic updates in lanes: of places that differ or are the same, under conditions, and in
// loops without a loop in them, which LLVM does not vectorise then. One with a result or an
// order is left as it is.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t > %t.host
// DEFINE: %{lanes} =
// DEFINE: %{run} = env OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_LANES=%{lanes} %t > %t.out 2> %t.err && cmp %t.host %t.out && FileCheck %s --input-file=%t.err
// REDEFINE: %{lanes} = 4
// RUN: %{run}
// REDEFINE: %{lanes} = 16
// RUN: %{run}
// REDEFINE: %{lanes} = 64
// RUN: %{run}

#include <cstdio>

#pragma omp declare target
int Counts[64], Number, Last;
float Halves[64];
unsigned Any, All = ~0u;
long Difference, Highest, Flips;
double Sum;
#pragma omp end declare target

static double Values[10007];

int main() {
  constexpr int Size = 10007;
  for (int I = 0; I < Size; ++I)
    Values[I] = (I % 1000) * 0.0005 - 0.25;
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(to : Values)
  for (int I = 0; I < Size; ++I) {
    double S = Values[I];
    for (int J = 0; J < 20; ++J)
      S = S * S + Values[I];
    const long Scaled = long(S * 1e6);
#pragma omp atomic
    ++Counts[int(S * 64) & 63];
#pragma omp atomic
    Sum += int(S * 8);
#pragma omp atomic
    All &= ~unsigned(S > 0 ? S * 1000 : 0);
#pragma omp atomic compare
    Highest = Highest < Scaled ? Scaled : Highest;
#pragma omp atomic
    Flips ^= Scaled;
    if (S > 0) {
#pragma omp atomic
      Halves[int(S * 100) & 63] += 0.5f;
#pragma omp atomic
      Any |= unsigned(S * 1000);
    }
    if (I % 3 == 0) {
#pragma omp atomic
      Difference -= I;
    }
  }
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(to : Values)
  for (int I = 0; I < Size; ++I) {
    const double X = Values[I];
    if (X * X * X - X * X + 0.5 * X > 0.01) {
#pragma omp atomic
      ++Number;
    }
  }
// CHECK: l[[#@LINE+1]]: iterations do not share vectors: it has an atomic operation with a result or an order
#pragma omp target teams distribute parallel for map(to : Values)
  for (int I = 0; I < Size; ++I) {
    int Before;
#pragma omp atomic capture
    Before = Last++;
    if (Before < 0)
      Values[I] = Before;
  }
#pragma omp target update from(Counts, Number, Last, Halves, Any, All)
#pragma omp target update from(Difference, Highest, Flips, Sum)
  for (int I = 0; I < 64; ++I)
    std::printf("%d %g\n", Counts[I], Halves[I]);
  std::printf("%u %u %d %d %ld %ld %ld %g\n", Any, All, Number, Last,
              Difference, Highest, Flips, Sum);
}
