//===- PhaseFieldEnergy.cpp - The free energy of a phase ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhaseField.h"

#include <cmath>

double potential(const Phase &P, const double *Fractions, int Components,
                 int I) {
  double Others = 0;
  for (int J = 0; J < Components; ++J)
    Others += J == I ? 0 : Fractions[J];
  return P.Curvature[I] * (Fractions[I] - P.Centre[I]) +
         0.1 * std::log(Fractions[I] / (1 - Fractions[I])) + P.Mixing * Others;
}

double stiffness(const Phase &P, const double *Fractions, int I) {
  return P.Curvature[I] + 0.1 / (Fractions[I] * (1 - Fractions[I]));
}
