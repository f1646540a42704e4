// Whole rows of a collapsed loop are executed side by side where what they read and write follows each other from row to
// row, as in transpositions; pieces of rows, few rows and rows that do are not. Nothing differs from plain code.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && %builddir/bin/ompjit-compile --arch=x86-64-v4 --output=%t.d %t | FileCheck %s --check-prefix=TOLD
// RUN: env OMP_JIT_CACHE=off OMP_JIT_ASYNC=0 OMP_NUM_THREADS=1 %t | FileCheck %s
// RUN: env OMP_JIT_CACHE=off OMP_JIT_ASYNC=0 OMP_NUM_THREADS=3 OMP_JIT_SPECIALIZE=none %t | FileCheck %s
// RUN: env OMP_JIT_CACHE=off OMP_JIT_ASYNC=0 OMP_NUM_THREADS=2 OMP_JIT_SPECIALIZE=none OMP_JIT_LANES=4 %t | FileCheck %s
// RUN: %clangxx -O3 -g -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -Xopenmp-target=x86_64-pc-linux-gnu -march=native -fopenmp-target-lanes %s -o %t.ahead
// RUN: env OMP_NUM_THREADS=2 %t.ahead | FileCheck %s
// CHECK-NOT: wrong
// CHECK: done

#include <cstdio>
#include <vector>

// TOLD: transpose
// TOLD-NEXT: iterations share vectors, 4 at a time
template <typename T>
static void transpose(const T *A, T *B, int Rows, int Columns) {
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(to : A[ : Rows * Columns]) map(tofrom : B[ : Rows * Columns])
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C < Columns; ++C)
      B[C * Rows + R] = A[R * Columns + C];
}

// TOLD: gathered
// TOLD-NEXT: iterations share vectors, 4 at a time
static void gathered(const double *A, double *B, long N) {
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(to : A[ : N * N]) map(tofrom : B[ : N * N])
  for (long R = 0; R < N; ++R)
    for (long C = 0; C < N; ++C)
      B[R * N + C] = A[C * N + R];
}

// TOLD: byColumns
// TOLD-NEXT: iterations share vectors, 8 at a time
static void byColumns(const float *A, float *B) {
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(to : A[ : 70 * 90]) map(tofrom : B[ : 70 * 90])
  for (int R = 3; R < 67; ++R)
    for (int C = 88; C > 1; --C) {
      const int At = C * 70 + R;
      B[At] += A[At] > 40 ? A[At - 70] - A[At + 1] : 2 * A[At + 70];
    }
}

// In a plane, with what follows each other in rows and does not in columns.
// TOLD: cube
// TOLD-NEXT: iterations share vectors, 4 at a time
static void cube(const short *A, int *B, int N, int M) {
#pragma omp target teams distribute parallel for collapse(3)                   \
    map(to : A[ : M * N * N]) map(tofrom : B[ : M * N * N])
  for (int P = 0; P < M; ++P)
    for (int R = 0; R < N; ++R)
      for (int C = 0; C < N; ++C)
        B[(P * N + C) * N + R] = 3 * A[(P * N + R) * N + C] + R;
}

// Nothing is gained, or lanes are not possible.
// TOLD-NOT: iterations share
static void byRows(const double *A, double *B, int N) {
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(to : A[ : N * N]) map(tofrom : B[ : N * N])
  for (int R = 0; R < N; ++R)
    for (int C = 0; C < N; ++C)
      B[R * N + C] += A[R * N + C];
}

static double sum(const double *A, int N) {
  double Sum = 0;
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(to : A[ : N * N]) reduction(+ : Sum)
  for (int R = 0; R < N; ++R)
    for (int C = 0; C < N; ++C)
      Sum += A[C * N + R];
  return Sum;
}

template <typename T> static std::vector<T> numbers(int Count) {
  std::vector<T> Made(Count);
  for (int I = 0; I != Count; ++I)
    Made[I] = T(I % 101);
  return Made;
}

static void check(bool IsRight, const char *What, int Rows, int Columns) {
  if (!IsRight)
    std::printf("wrong: %s, %d x %d\n", What, Rows, Columns);
}

template <typename T> static void tryTranspose(const char *What) {
  for (int Rows : {1, 9, 64})
    for (int Columns : {7, 64}) {
      const std::vector<T> A = numbers<T>(Rows * Columns);
      std::vector<T> B(Rows * Columns);
      transpose(A.data(), B.data(), Rows, Columns);
      bool IsRight = true;
      for (int R = 0; R != Rows; ++R)
        for (int C = 0; C != Columns; ++C)
          IsRight &= B[C * Rows + R] == A[R * Columns + C];
      check(IsRight, What, Rows, Columns);
    }
}

int main() {
  tryTranspose<double>("doubles");
  tryTranspose<float>("floats");
  tryTranspose<unsigned char>("bytes");
  for (int N : {5, 8, 63, 64}) {
    const auto A = numbers<double>(N * N);
    std::vector<double> B(N * N), C = A;
    gathered(A.data(), B.data(), N);
    byRows(A.data(), C.data(), N);
    bool IsRight = true;
    double Sum = 0;
    for (int I = 0; I != N * N; ++I) {
      IsRight &= B[I] == A[I % N * N + I / N] && C[I] == 2 * A[I];
      Sum += A[I];
    }
    check(IsRight && sum(A.data(), N) == Sum, "rows", N, N);
  }
  const auto F = numbers<float>(70 * 90);
  auto G = F;
  byColumns(F.data(), G.data());
  bool IsRight = true;
  for (int C = 0; C != 90; ++C)
    for (int R = 0; R != 70; ++R) {
      const int I = C * 70 + R;
      const bool IsIn = R >= 3 && R < 67 && C > 1 && C < 89;
      IsRight &= G[I] == (!IsIn       ? F[I]
                          : F[I] > 40 ? F[I] + (F[I - 70] - F[I + 1])
                                      : F[I] + 2 * F[I + 70]);
    }
  check(IsRight, "columns", 64, 87);
  for (int N : {6, 8, 19}) {
    const auto S = numbers<short>(5 * N * N);
    std::vector<int> T(5 * N * N);
    cube(S.data(), T.data(), N, 5);
    for (int I = 0; I != 5 * N * N; ++I)
      IsRight &=
          T[I] == 3 * S[I / N / N * N * N + I % N * N + I / N % N] + I % N;
    check(IsRight, "cube", N, N);
  }
  std::puts("done");
}
