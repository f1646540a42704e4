//===- Loops.cpp - Twenty parallel loops ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops as simulation codes have them, small enough for a cache, so that the
// code counts and not the memory. Prints the least time of each, in ns, and
// then a sum over its results, by which the ways to compile it are compared.
//
//   Loops [DIVISOR]
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <cmath>
#include <cstdint>

using namespace bench;

constexpr int N = 4096, Side = 128, Bins = 64;
double A[N], B[N], C[N], Results[N];
float X[N], Y[N], Z[N], Forces[N];
int Keys[N], Starts[N + 1], Columns[8 * N], Counts[Bins], Ints[N];
double Values[8 * N];
double G[Side * Side], H[Side * Side], I3[Side * Side];
uint64_t Seeds[N];
#pragma omp declare target to(A, B, C, Results, X, Y, Z, Forces, Keys)         \
    to(Starts, Columns, Counts, Ints, Values, G, H, I3, Seeds)

namespace {

void saxpy() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    Results[I] = 2.5 * A[I] + B[I];
}

double dot() {
  double Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Sum)
  for (int I = 0; I < N; ++I)
    Sum += A[I] * B[I];
  return Sum;
}

void stencil() {
#pragma omp target teams distribute parallel for
  for (int I = 1; I < N - 1; ++I)
    Results[I] = 0.25 * A[I - 1] + 0.5 * A[I] + 0.25 * A[I + 1];
}

void jacobi() {
#pragma omp target teams distribute parallel for collapse(2)
  for (int R = 1; R < Side - 1; ++R)
    for (int K = 1; K < Side - 1; ++K)
      H[R * Side + K] = 0.25 * (G[(R - 1) * Side + K] + G[(R + 1) * Side + K] +
                                G[R * Side + K - 1] + G[R * Side + K + 1]);
}

void product() {
#pragma omp target teams distribute parallel for collapse(2)
  for (int R = 0; R < Side; ++R)
    for (int K = 0; K < Side; ++K) {
      double Sum = 0;
      for (int M = 0; M < Side; ++M)
        Sum += G[R * Side + M] * I3[M * Side + K];
      H[R * Side + K] = Sum;
    }
}

void productOfRows() {
#pragma omp target teams distribute parallel for
  for (int R = 0; R < Side; ++R) {
    for (int K = 0; K < Side; ++K)
      H[R * Side + K] = 0;
    for (int M = 0; M < Side; ++M)
      for (int K = 0; K < Side; ++K)
        H[R * Side + K] += G[R * Side + M] * I3[M * Side + K];
  }
}

void transpose() {
#pragma omp target teams distribute parallel for collapse(2)
  for (int R = 0; R < Side; ++R)
    for (int K = 0; K < Side; ++K)
      H[K * Side + R] = G[R * Side + K];
}

void bodies() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N / 4; ++I) {
    float Sum = 0;
    for (int J = 0; J < N / 4; ++J) {
      const float DX = X[J] - X[I], DY = Y[J] - Y[I], DZ = Z[J] - Z[I];
      const float Inverse = 1 / sqrtf(DX * DX + DY * DY + DZ * DZ + 0.01f);
      Sum += DX * Inverse * Inverse * Inverse;
    }
    Forces[I] = Sum;
  }
}

void mandelbrot() {
#pragma omp target teams distribute parallel for collapse(2)
  for (int R = 0; R < 64; ++R)
    for (int K = 0; K < 64; ++K) {
      const double CX = -2 + 3.0 * K / 64, CY = -1 + 2.0 * R / 64;
      double ZX = 0, ZY = 0;
      int Turn = 0;
      for (; Turn < 100 && ZX * ZX + ZY * ZY < 4; ++Turn) {
        const double T = ZX * ZX - ZY * ZY + CX;
        ZY = 2 * ZX * ZY + CY;
        ZX = T;
      }
      Ints[R * 64 + K] = Turn;
    }
}

void exponentials() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    Results[I] = std::exp(-A[I]) * B[I];
}

void roots() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    Results[I] = std::sqrt(A[I] * A[I] + B[I] * B[I]);
}

void polynomial() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    double P = 0;
    for (int K = 0; K < 24; ++K)
      P = P * A[I] + C[K];
    Results[I] = P;
  }
}

void newton() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    double V = 1;
    while (std::fabs(V * V - A[I]) > 1e-12 * A[I])
      V = 0.5 * (V + A[I] / V);
    Results[I] = V;
  }
}

void histogram() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    ++Counts[Keys[I] & (Bins - 1)];
  }
}

void sparse() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int K = Starts[I]; K < Starts[I + 1]; ++K)
      Sum += Values[K] * A[Columns[K]];
    Results[I] = Sum;
  }
}

void gather() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I)
    Results[I] = A[Keys[I] & (N - 1)] * B[I];
}

void search() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    int Low = 0, High = N - 1;
    while (Low < High) {
      const int Middle = (Low + High) / 2;
      if (Starts[Middle] < Keys[I])
        Low = Middle + 1;
      else
        High = Middle;
    }
    Ints[I] = Low;
  }
}

void monteCarlo() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    uint64_t Seed = Seeds[I];
    int Inside = 0;
    for (int K = 0; K < 32; ++K) {
      Seed = Seed * 6364136223846793005u + 1442695040888963407u;
      const double U = double(Seed >> 33) * 0x1p-31;
      Seed = Seed * 6364136223846793005u + 1442695040888963407u;
      const double V = double(Seed >> 33) * 0x1p-31;
      Inside += U * U + V * V < 1;
    }
    Ints[I] = Inside;
  }
}

void neurons() {
#pragma omp target teams distribute parallel for
  for (int I = 0; I < N; ++I) {
    double V = A[I];
    int Spikes = 0;
    for (int Step = 0; Step < 50; ++Step) {
      V += 0.1 * (-V + B[I]);
      if (V > 0.9) {
        V = 0;
        ++Spikes;
      }
    }
    Results[I] = V + Spikes;
  }
}

void distances() {
#pragma omp target teams distribute parallel for collapse(2)
  for (int R = 0; R < Side; ++R)
    for (int K = 0; K < Side; ++K) {
      double Sum = 0;
      for (int M = 0; M < 16; ++M) {
        const double D = A[R * 16 + M] - B[M * Side + K];
        Sum += D * D;
      }
      H[R * Side + K] = Sum;
    }
}

template <typename Array> double sumOf(const Array &All) {
  double Sum = 0;
  for (auto Each : All)
    Sum += std::fabs(double(Each));
  return Sum;
}

/// Enough calls that the least time is one without an interruption.
template <typename Body> void measure(const char *Name, Body Loop) {
  const int Calls = scaled(400);
  double Least = 1e300;
  for (int Call = 0; Call != Calls + 2; ++Call) {
    const double Start = nowNs();
    Loop();
    Least = std::min(Least, nowNs() - Start);
  }
  std::printf("%s %.0f", Name, Least);
}

template <typename Array> void check(Array &All) {
#pragma omp target update from(All)
  std::printf(" %.15g\n", sumOf(All));
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count > 1)
    setDivisor(Arguments[1]);
  for (int I = 0; I < N; ++I) {
    A[I] = 0.5 + (I % 97) / 97.0;
    B[I] = (I * 7 % 101) / 101.0;
    C[I] = 1.0 / (I + 1);
    X[I] = float(I % 17);
    Y[I] = float(I % 13);
    Z[I] = float(I % 11);
    Keys[I] = I * 7919 % 40000;
    Seeds[I] = I + 1;
    Starts[I] = I * 8;
  }
  Starts[N] = 8 * N;
  for (int I = 0; I < 8 * N; ++I) {
    Columns[I] = I * 31 % N;
    Values[I] = (I % 19) / 19.0;
  }
  for (int I = 0; I < Side * Side; ++I) {
    G[I] = (I % 23) / 23.0;
    I3[I] = (I % 29) / 29.0;
  }
#pragma omp target update to(A, B, C, X, Y, Z, Keys, Starts, Columns, Values)  \
    to(G, I3, Seeds)

  measure("saxpy", saxpy), check(Results);
  double Sum = 0;
  measure("dot", [&] { Sum = dot(); });
  std::printf(" %.10g\n", Sum);
  measure("stencil", stencil), check(Results);
  measure("jacobi", jacobi), check(H);
  measure("product", product), check(H);
  measure("product-of-rows", productOfRows), check(H);
  measure("transpose", transpose), check(H);
  measure("bodies", bodies), check(Forces);
  measure("mandelbrot", mandelbrot), check(Ints);
  measure("exponentials", exponentials), check(Results);
  measure("roots", roots), check(Results);
  measure("polynomial", polynomial), check(Results);
  measure("newton", newton), check(Results);
  measure("histogram", histogram), check(Counts);
  measure("sparse", sparse), check(Results);
  measure("gather", gather), check(Results);
  measure("search", search), check(Ints);
  measure("monte-carlo", monteCarlo), check(Ints);
  measure("neurons", neurons), check(Results);
  measure("distances", distances), check(H);
}
