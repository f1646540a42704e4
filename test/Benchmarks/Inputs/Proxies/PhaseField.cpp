//===- PhaseField.cpp - A field of cells with two phases ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhaseField.h"
#include "Proxy.h"

#include <vector>

/// Sets the fractions of both phases of a cell, and returns how far they differ.
static double settle(const Phase *Phases, int Components, double Tolerance,
                     int Cell, double *Fractions) {
  double Differ = 0;
  for (int P = 0; P < 2; ++P) {
    double Wanted[MaxComponents], *Own = Fractions + P * Components;
    for (int I = 0; I < Components; ++I) {
      Wanted[I] = proxy::random(16 * Cell + I) - 0.5;
      Own[I] = 0.5;
    }
    solve(Phases[P], Wanted, Own, Components, Tolerance);
    for (int I = 0; I < Components; ++I)
      Differ += P ? Own[I] : -Own[I];
  }
  return Differ;
}

int main(int Count, char **Arguments) {
  const int Cells = 25000 / proxy::divisor(Count, Arguments) + 16;
  const int Components = 3;
  const double Tolerance = 1e-10;
  const Phase Phases[2] = {{{2, 3, 2.5, 1}, {0.3, 0.4, 0.2, 0.1}, 0.2},
                           {{4, 2, 3, 1}, {0.6, 0.2, 0.5, 0.3}, 0.1}};
  const int Size = 2 * Components;
  std::vector<double> All(Cells * Size), Differences(Cells);
  double *Fractions = All.data(), *Differ = Differences.data();
#pragma omp target data map(to : Phases)                                       \
    map(from : Fractions[ : Cells * Size]) map(from : Differ[ : Cells])
  proxy::run(20, [&](int) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < Cells; ++I)
      Differ[I] =
          settle(Phases, Components, Tolerance, I, Fractions + I * Size);
  });
  double Digest = 0;
  for (int I = 0; I < Cells; ++I)
    Digest += Differ[I];
  for (int I = 0; I < Cells; I += Cells / 16) {
    double Own[2 * MaxComponents];
    proxy::check(settle(Phases, Components, Tolerance, I, Own), Differ[I]);
  }
  proxy::finish(Digest);
}
