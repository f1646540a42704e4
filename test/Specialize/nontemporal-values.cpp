// Loops that write past the cache write what others do: with all types, arrays that begin anywhere, backwards, several
// arrays at once, arrays that the loop reads as well, and what the next region reads on other threads.
// RUN: %clangxx -O3 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{size} =
// DEFINE: %{facts} = none
// DEFINE: %{run} = rm -rf %t.dump && env OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory OMP_JIT_SPECIALIZE=%{facts} OMP_JIT_DUMP=%t.dump OMP_JIT_NONTEMPORAL=%{size} %t | FileCheck %s
// REDEFINE: %{size} = 1
// RUN: %{run} && cat %t.dump/*.s | grep -c movnt | FileCheck %s --check-prefix=MANY
// RUN: env OMP_NUM_THREADS=7 OMP_JIT_ASYNC=0 OMP_JIT_SPECIALIZE=none OMP_JIT_NONTEMPORAL=1 %t | FileCheck %s
// REDEFINE: %{facts} = disjoint
// RUN: %{run} && cat %t.dump/*.s | grep -c movnt | FileCheck %s --check-prefix=MANY
// REDEFINE: %{size} = off
// RUN: %{run} && (cat %t.dump/*.s | grep movnt || echo none) | FileCheck %s --check-prefix=NONE
// Images for another size are other images.
// RUN: rm -rf %t.cache
// DEFINE: %{cached} = env OMP_JIT_ASYNC=0 OMP_JIT_SPECIALIZE=none OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_STATS=%t.json
// DEFINE: %{compiles} = python3 -c "import json, sys; print('compiled' if json.load(open(sys.argv[1]))['compiles'] else 'found')" %t.json
// RUN: %{cached} %t && %{compiles} | FileCheck %s --check-prefix=COMPILED
// RUN: %{cached} OMP_JIT_NONTEMPORAL=auto %t && %{compiles} | FileCheck %s --check-prefix=FOUND
// RUN: %{cached} OMP_JIT_NONTEMPORAL=1M %t && %{compiles} | FileCheck %s --check-prefix=COMPILED
// RUN: env OMP_JIT_SPECIALIZE=none OMP_JIT_NONTEMPORAL=0 %t 2>&1 | FileCheck %s --check-prefixes=IGNORED,CHECK
// MANY: {{^[1-9][0-9]+$}}
// NONE: none
// COMPILED: compiled
// FOUND: found
// IGNORED: warning: OMP_JIT_NONTEMPORAL=0 is not understood and ignored (did you mean off?); accepted: auto, off, or a number of bytes above 0, or one with the suffix K, M, G or T
// CHECK-NOT: wrong
// CHECK: done

#include <cstdint>
#include <cstdio>
#include <vector>

static void check(const char *What, bool IsRight) {
  if (!IsRight)
    std::printf("%s: wrong\n", What);
}

template <typename T> static void copies(const char *What, int N, int Offset) {
  std::vector<T> From(N + 16), To(N + 16, T(7)), Second(N + 16, T(7));
  for (int I = 0; I != N; ++I)
    From[I] = T(I * 3 + 1);
  T *F = From.data(), *A = To.data() + Offset, *B = Second.data();
  // A copy beside one of the other direction; neither is a call of memcpy.
#pragma omp target teams distribute parallel for map(to : F[ : N])             \
    map(from : A[ : N], B[ : N])
  for (int I = 0; I < N; ++I) {
    A[I] = F[I] + T(1);
    B[N - 1 - I] = F[I];
  }
  bool IsRight = true;
  for (int I = 0; I != N; ++I)
    IsRight &= A[I] == T(From[I] + T(1)) && B[N - 1 - I] == From[I];
  IsRight &= To[Offset + N] == T(7) && (!Offset || To[Offset - 1] == T(7));
  check(What, IsRight);
}

template <typename T> static void allCopies(const char *What) {
  for (int N : {1, 15, 64, 1000, 4099, 100000})
    for (int Offset : {0, 1, 3, 8})
      copies<T>(What, N, Offset);
}

/// Each region reads what the one before wrote, at other places, so that
/// another thread does.
static void chain(int N) {
  std::vector<double> One(N), Two(N);
  double *A = One.data(), *B = Two.data();
  bool IsRight = true;
#pragma omp target data map(tofrom : A[ : N], B[ : N])
  for (int Round = 0; Round != 20; ++Round) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < N; ++I)
      A[I] = I + Round;
#pragma omp target teams distribute parallel for
    for (int I = 0; I < N; ++I)
      B[I] = A[N - 1 - I] * 2;
    double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
    for (int I = 0; I < N; ++I)
      Sum += B[N - 1 - I] - 2.0 * (I + Round);
    IsRight &= Sum == 0;
  }
  check("chain", IsRight);
}

/// The loop reads what it writes, there or one place before.
static void updates(int N) {
  std::vector<float> Values(N + 1, 1.0f), Right(N + 1, 1.0f);
  float *V = Values.data();
#pragma omp target teams distribute parallel for map(tofrom : V[ : N + 1])
  for (int I = 0; I < N; ++I)
    V[I] = V[I] * 2 + float(I);
#pragma omp target map(tofrom : V[ : N + 1])
  for (int I = 0; I < N; ++I)
    V[I] = V[I + 1] + 1;
  for (int I = 0; I < N; ++I)
    Right[I] = Right[I] * 2 + float(I);
  for (int I = 0; I < N; ++I)
    Right[I] = Right[I + 1] + 1;
  check("updates", Values == Right);
}

int main() {
  allCopies<double>("double");
  allCopies<float>("float");
  allCopies<int64_t>("int64_t");
  allCopies<int32_t>("int32_t");
  allCopies<int16_t>("int16_t");
  allCopies<uint8_t>("uint8_t");
  chain(100003);
  chain(4096);
  updates(50001);
  std::puts("done");
}
