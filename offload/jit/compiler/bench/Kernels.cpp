//===- Kernels.cpp - The kernels of the compile service's benchmark -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small and a middle-sized kernel. Compiled to device bitcode only; nothing
// runs it.
//
//===----------------------------------------------------------------------===//

#include <cmath>

void daxpy(double *Y, const double *X, double A, int Count) {
#pragma omp target teams distribute parallel for map(Y[ : Count])              \
    map(to : X[ : Count])
  for (int I = 0; I < Count; ++I)
    Y[I] += A * X[I];
}

#pragma omp declare target
static unsigned long advance(unsigned long &State) {
  State = State * 6364136223846793005ul + 1442695040888963407ul;
  return State >> 11;
}

static int search(const double *Grid, int Points, double Energy) {
  int Low = 0, High = Points - 1;
  while (High - Low > 1) {
    int Middle = Low + (High - Low) / 2;
    (Grid[Middle] > Energy ? High : Low) = Middle;
  }
  return Low;
}

static double interpolate(const double *Grid, const double *Values, int Index,
                          double Energy, int Law) {
  double E0 = Grid[Index], E1 = Grid[Index + 1], V0 = Values[Index],
         V1 = Values[Index + 1];
  switch (Law) {
  case 1:
    return V0;
  case 2:
    return V0 + (V1 - V0) * (Energy - E0) / (E1 - E0);
  case 3:
    return V0 + (V1 - V0) * std::log(Energy / E0) / std::log(E1 / E0);
  case 4:
    return V0 * std::exp(std::log(V1 / V0) * (Energy - E0) / (E1 - E0));
  default:
    return V0 * std::exp(std::log(V1 / V0) * std::log(Energy / E0) /
                         std::log(E1 / E0));
  }
}
#pragma omp end declare target

// A Monte Carlo lookup of cross-sections: search, and interpolation by one of
// several laws, for all nuclides and channels of a material.
void lookup(double *Sums, const double *Grids, const double *Sections,
            const double *Densities, const int *Materials, int Lookups,
            int Nuclides, int Points, int Channels, int Law, int Resonances,
            double CutOff, unsigned long Seed) {
#pragma omp target teams distribute parallel for map(Sums[ : Lookups])         \
    map(to : Grids[ : Nuclides * Points], Densities[ : Nuclides])              \
    map(to : Sections[ : Nuclides * Points * Channels])                        \
    map(to : Materials[ : Nuclides])
  for (int L = 0; L < Lookups; ++L) {
    unsigned long State = Seed + 977 * L;
    double Energy = std::ldexp(double(advance(State)), -53);
    double Channel[8] = {};
    for (int N = 0; N < Nuclides; ++N) {
      int Nuclide = Materials[N];
      double Density = Densities[Nuclide];
      if (Density < CutOff)
        continue;
      const double *Grid = Grids + Nuclide * Points;
      int Index = search(Grid, Points, Energy);
      for (int C = 0; C < Channels; ++C) {
        const double *Values = Sections + (Nuclide * Channels + C) * Points;
        double Value = interpolate(Grid, Values, Index, Energy, Law);
        for (int R = 0; R < Resonances; ++R) {
          double Width = Values[R] + 1e-3, Offset = Energy - Grid[R];
          Value += Width * Width / (Offset * Offset + Width * Width);
        }
        Channel[C & 7] += Density * Value;
      }
    }
    double Sum = 0;
    for (double Value : Channel)
      Sum += Value;
    Sums[L] = Sum;
  }
}
