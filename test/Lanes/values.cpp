// Loops with lanes compute what plain code computes where numbers come to their bounds: quotients around zero and where an
// unsigned number wraps, rows of a nest of three, the last iteration's values, a flag that any iteration may set,
// indices that only some lanes may compute.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.cache
// RUN: env OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.off.json OMP_JIT_LANES=off %t | FileCheck %s
// RUN: env OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.auto.json OMP_JIT_LANES=auto %t | FileCheck %s
// RUN: env OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.some.json OMP_JIT_LANES=4 %t | FileCheck %s
// RUN: env OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.again.json OMP_JIT_LANES=4 %t | FileCheck %s
// Images with other lanes are other images.
// RUN: python3 -c "import json, sys; c = [json.load(open(f))['compiles'] for f in sys.argv[1:]]; assert c[0] >= 6 and c[1] >= 6 and c[2] >= 6 and c[3] == 0, c" %t.off.json %t.auto.json %t.some.json %t.again.json
// RUN: env OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_LANES=3 %t 2>&1 | FileCheck %s --check-prefixes=IGNORED,CHECK
// IGNORED: warning: OMP_JIT_LANES=3 is not understood and ignored; accepted: auto, off, 2, 4, 8, 16, 32 or 64
// CHECK-NOT: wrong
// CHECK: done

#include <climits>
#include <cstdio>
#include <vector>

using Numbers = std::vector<long>;

static void compare(const char *What, const Numbers &Made,
                    const Numbers &Right) {
  for (size_t I = 0; I != Made.size(); ++I)
    if (Made[I] != Right[I]) {
      std::printf("%s: wrong at %zu: %ld, not %ld\n", What, I, Made[I],
                  Right[I]);
      return;
    }
}

#pragma omp begin declare target
static long quotients(int K, unsigned Start, int First, unsigned N, int M) {
  const unsigned U = unsigned(K) + Start;
  const int S = K + First;
  long Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum = Sum * 31 + long(U / N) * 7 + U % N + long(S / M) * 5 + S % M;
  return Sum;
}
#pragma omp end declare target

static void testQuotients(int Count, unsigned Start, int First, unsigned N,
                          int M) {
  Numbers Made(Count), Right(Count);
  long *Out = Made.data();
#pragma omp target teams distribute parallel for map(tofrom : Out[ : Count])
  for (int K = 0; K < Count; ++K)
    Out[K] = quotients(K, Start, First, N, M);
  for (int K = 0; K < Count; ++K)
    Right[K] = quotients(K, Start, First, N, M);
  compare("quotients", Made, Right);
}

static void testNest(int A, int B, int C) {
  Numbers Made(A * B * C), Right(A * B * C);
  long *Out = Made.data();
#pragma omp target teams distribute parallel for collapse(3)                   \
    map(tofrom : Out[ : A * B * C])
  for (int I = 0; I < A; ++I)
    for (int J = 0; J < B; ++J)
      for (int K = 0; K < C; ++K) {
        long Sum = 0;
        for (int M = 0; M < J; ++M)
          Sum += I * M + K;
        Out[(I * B + J) * C + K] = Sum * 1000 + K;
      }
  for (int I = 0; I < A; ++I)
    for (int J = 0; J < B; ++J)
      for (int K = 0; K < C; ++K) {
        long Sum = 0;
        for (int M = 0; M < J; ++M)
          Sum += I * M + K;
        Right[(I * B + J) * C + K] = Sum * 1000 + K;
      }
  compare("nest", Made, Right);
}

static void testLast(int Count, int Wanted) {
  long Last = -1, Turns = -1;
  int Flag = 0;
#pragma omp target teams distribute parallel for lastprivate(Last, Turns)      \
    map(tofrom : Last, Turns, Flag)
  for (int I = 0; I < Count; ++I) {
    Turns = 0;
    for (long V = I; V > 0; V /= 3)
      ++Turns;
    Last = 3L * I;
    if (I == Wanted)
      Flag = I;
  }
  long Right = 0;
  for (long V = Count - 1; V > 0; V /= 3)
    ++Right;
  compare("last", {Last, Turns, Flag},
          {3L * (Count - 1), Right, Wanted < Count ? Wanted : 0});
}

/// The places of the first iterations would be before the array, by a number
/// that has no representation.
static void testPlaces(int Count, int Skipped) {
  Numbers From(Count), Made(Count), Right(Count);
  for (int I = 0; I < Count; ++I)
    From[I] = I * 17L;
  long *In = From.data(), *Out = Made.data();
#pragma omp target teams distribute parallel for map(to : In[ : Count])        \
    map(tofrom : Out[ : Count])
  for (int I = 0; I < Count; ++I) {
    long Sum = 0;
    if (I >= Skipped) {
      // From INT_MIN on.
      const int Place = INT_MIN + (I - Skipped);
      const long *Base = In - long(INT_MIN);
      for (int J = 0; J < 4; ++J)
        Sum += Base[Place] * (J + 1);
    }
    Out[I] = Sum;
  }
  for (int I = Skipped; I < Count; ++I)
    Right[I] = From[I - Skipped] * 10;
  compare("places", Made, Right);
}

int main() {
  for (int Count : {1, 7, 64, 333})
    for (unsigned Start : {0u, 5u, UINT_MAX - 3, UINT_MAX - 40})
      for (int First : {0, -100, INT_MAX - 400})
        for (int N : {9, 10, 100, 1000})
          testQuotients(Count, Start, First, unsigned(N), N == 9 ? -9 : N);
  testQuotients(333, UINT_MAX - 100, -9, UINT_MAX, INT_MAX);
  testNest(3, 5, 40);
  testNest(7, 1, 3);
  testNest(2, 33, 9);
  for (int Count : {1, 15, 16, 17, 100})
    testLast(Count, 12);
  testPlaces(100, 3);
  std::puts("done");
}
