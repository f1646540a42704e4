// Arrays that the body declares: each lane has its own. Elements of one size are interleaved, those of several are not;
// arrays are filled and copied, also under conditions, and used at places that are the same in all lanes and others.
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
//
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-lanes=8 -Rpass=ompjit-lanes %s -o %t.ahead 2>&1 | FileCheck %s --check-prefix=AHEAD
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t.ahead > %t.out && cmp %t.host %t.out
// AHEAD-COUNT-5: iterations share vectors, 8 at a time

#include <cmath>
#include <cstdio>

constexpr int Size = 10007;
static double X[Size], Results[Size];
static int Numbers[Size];

static void print(const char *Name) {
  double Sum = 0;
  for (int I = 0; I < Size; ++I)
    Sum = Sum * 0.999 + Results[I];
  std::printf("%s %.17g\n", Name, Sum);
}

static void sums() {
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(tofrom : X, Results)
  for (int I = 0; I < Size; ++I) {
    double Sums[5] = {};
    for (int K = 0; K < I % 7 + 20; ++K)
      Sums[K % 5] += X[I] * K;
    Results[I] = Sums[0] - Sums[1] * Sums[2] + Sums[3] / (1 + Sums[4]);
  }
}

/// Filled again as far as a number says, by iterations that differ.
static void fills(int Length) {
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(tofrom : X, Results)
  for (int I = 0; I < Size; ++I) {
    double A[40];
    for (int K = 0; K < 40; ++K)
      A[K] = X[I] + K;
    if (I % 3 == 0)
      for (int K = 0; K < Length; ++K)
        A[K] = 0;
    double Sum = 0;
    for (int K = 0; K < 40; ++K)
      Sum = Sum * 0.5 + A[(K * 3 + I) % 40];
    Results[I] = Sum;
  }
}

/// Of a structure with elements of two sizes.
static void pairs() {
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(tofrom : X, Results)
  for (int I = 0; I < Size; ++I) {
    struct {
      double V;
      int N;
    } P[6];
    for (int K = 0; K < 6; ++K)
      P[K] = {X[I] * K, I + K};
    for (int K = 0; K < 24; ++K) {
      const int At = (P[K % 6].N + K) % 6;
      P[At].V += P[K % 6].V;
      P[At].N += K;
    }
    double Sum = 0;
    for (int K = 0; K < 6; ++K)
      Sum = Sum * 0.5 + P[K].V + P[K].N;
    Results[I] = Sum;
  }
}

/// Copied from memory, sorted and searched; lanes leave the loops at different times.
static void sorts() {
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(tofrom : X, Results)
  for (int I = 0; I < Size - 8; ++I) {
    double A[8];
    __builtin_memcpy(A, X + I, sizeof A);
    for (int K = 1; K < 8; ++K) {
      const double V = A[K];
      int J = K;
      for (; J > 0 && A[J - 1] > V; --J)
        A[J] = A[J - 1];
      A[J] = V;
    }
    Results[I] = A[3] - A[0] * A[7];
  }
}

/// Bytes, and pointers into the array.
static void bytes() {
// CHECK: l[[#@LINE+1]]: iterations share vectors
#pragma omp target teams distribute parallel for map(tofrom : Numbers)
  for (int I = 0; I < Size; ++I) {
    unsigned char A[16];
    __builtin_memset(A, 7, sizeof A);
    unsigned char *Low = A, *High = A + 15;
    for (int K = 0; K < I % 29; ++K) {
      *(K & 1 ? Low : High) += K;
      if (Low < High && K % 4 == 3)
        ++Low, --High;
    }
    int Sum = 0;
    for (int K = 0; K < 16; ++K)
      Sum = Sum * 3 + A[K];
    Numbers[I] = Sum;
  }
}

int main() {
  for (int I = 0; I < Size; ++I)
    X[I] = (I * 7919 % 1000) * 0.001;
  sums();
  print("sums");
  for (int Length = 0; Length <= 40; Length += 20) {
    fills(Length);
    print("fills");
  }
  pairs();
  print("pairs");
  sorts();
  print("sorts");
  bytes();
  int Sum = 0;
  for (int Each : Numbers)
    Sum = int(Sum * 31u + unsigned(Each));
  std::printf("bytes %d\n", Sum);
}
