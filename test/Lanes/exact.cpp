// Exponentials in vectors are those of the process's library, to the last bit.
// REQUIRES: fma
// A sanitizer's runtime may come between the program and its library.
// UNSUPPORTED: sanitizer
//
// DEFINE: %{cc} = %clangxx -O2 -std=c++20 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit
// DEFINE: %{run} = env OMP_JIT_ASYNC=0 OMP_JIT_PIPELINE=full OMP_JIT_INFO=1
// RUN: %{cc} %s -o %t && rm -rf %t.dump %t.cache
// RUN: %{run} OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_DUMP=%t.dump %t | FileCheck %s
// RUN: cat %t.dump/*.after.ll > %t.ll && FileCheck %s --input-file=%t.ll --check-prefix=FORMS
//
// What was compiled in a process with another library is compiled again.
// RUN: %clang -DLIBRARY -shared -fPIC -x c %s -o %t.so
// RUN: %{run} OMP_JIT_CACHE_DIR=%t.cache LD_PRELOAD=%t.so %t 2> %t.log | FileCheck %s
// RUN: FileCheck %s --input-file=%t.log --check-prefix=OTHER
// RUN: %{run} OMP_JIT_CACHE_DIR=%t.cache %t 2> %t.log | FileCheck %s
// RUN: FileCheck %s --input-file=%t.log --check-prefix=AGAIN --allow-empty
//
// Users can do without.
// RUN: %{cc} -fveclib=none %s -o %t && rm -rf %t.dump
// RUN: %{run} OMP_JIT_DUMP=%t.dump %t | FileCheck %s
// RUN: cat %t.dump/*.after.ll > %t.ll && FileCheck %s --input-file=%t.ll --check-prefix=NONE

#ifdef LIBRARY

double exp(double X) { return X + 1; }

#else

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

template <typename T> static std::vector<T> values(int N, T Width) {
  std::vector<T> Values(N);
  for (int I = 0; I != N; ++I)
    Values[I] = Width * (T(I) / N - T(0.5));
  using Limits = std::numeric_limits<T>;
  Values[3] = Limits::infinity();
  Values[N / 2 + 1] = -Limits::infinity();
  Values[N / 2 + 3] = Limits::quiet_NaN();
  Values[N - 1] = -T(0);
  return Values;
}

template <typename T>
static int wrong(const std::vector<T> &X, const std::vector<T> &Y,
                 T Function(T)) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  int Count = 0;
  for (size_t I = 0; I != X.size(); ++I) {
    const T Right = Function(X[I]);
    Count += std::isnan(Right)
                 ? !std::isnan(Y[I])
                 : std::bit_cast<Bits>(Right) != std::bit_cast<Bits>(Y[I]);
  }
  return Count;
}

int main() {
  constexpr int N = 20011;
  for (const double Width : {4.0, 1200.0, 2000.0}) {
    const std::vector<double> A = values(N, Width);
    const std::vector<float> B = values(N, float(Width / 5));
    std::vector<double> OfA(N);
    std::vector<float> OfB(N), Powers(N);
    const double *X = A.data();
    const float *Z = B.data();
    double *Y = OfA.data();
    float *V = OfB.data(), *W = Powers.data();
#pragma omp target teams distribute parallel for map(to : X[ : N])             \
    map(from : Y[ : N])
    for (int I = 0; I < N; ++I)
      Y[I] = std::exp(X[I]);
#pragma omp target teams distribute parallel for map(to : Z[ : N])             \
    map(from : V[ : N], W[ : N])
    for (int I = 0; I < N; ++I) {
      V[I] = std::exp(Z[I]);
      W[I] = std::exp2(Z[I]);
    }
    // CHECK-COUNT-3: wrong: 0 0 0
    std::printf("wrong: %d %d %d\n", wrong(A, OfA, ::exp),
                wrong(B, OfB, ::expf), wrong(B, Powers, ::exp2f));
  }
}

#endif

// FORMS: @__omp_jit_exact_math
// NONE-NOT: @__omp_jit_exact_math
// OTHER: exponentials that round otherwise
// OTHER: compiled
// AGAIN-NOT: compiled
