//===- MultipoleFunction.cpp - The function of the poles ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Multipole.h"

#include <cmath>

double faddeeva(double Re, double Im) {
  const double Square = Re * Re + Im * Im;
  if (Square > 36)
    return 0.5641895835 * Im / Square;
  // Two terms of a continued fraction.
  const double A = Re * Re - Im * Im - 0.5, B = 2 * Re * Im;
  const double Near = std::exp(-Re * Re) / (1 + 1.1284 * Im + Im * Im);
  const double Far = 0.5641895835 * (Im * A + Re * B) / (A * A + B * B + 0.25);
  const double Share = Square / 36;
  return (1 - Share) * Near + Share * std::fabs(Far);
}
