//===- PhaseFieldNewton.cpp - Newton's method in a cell -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhaseField.h"

#include <cmath>

int solve(const Phase &P, const double *Wanted, double *Fractions,
          int Components, double Tolerance) {
  constexpr int MaxSteps = 40;
  for (int Step = 1; Step <= MaxSteps; ++Step) {
    double Most = 0;
    for (int I = 0; I < Components; ++I) {
      const double Wrong = potential(P, Fractions, Components, I) - Wanted[I];
      double Next = Fractions[I] - Wrong / stiffness(P, Fractions, I);
      if (Next < 1e-6)
        Next = Fractions[I] / 2;
      if (Next > 1 - 1e-6)
        Next = (1 + Fractions[I]) / 2;
      Most = std::fmax(Most, std::fabs(Next - Fractions[I]));
      Fractions[I] = Next;
    }
    if (Most < Tolerance)
      return Step;
  }
  return MaxSteps;
}
