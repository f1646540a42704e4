//===- MultipolePoles.cpp - The sum over a window -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Multipole.h"

#include <cmath>

double crossSection(const Pole *Poles, const Layout &How, int Nuclide,
                    double Energy, double Width) {
  const double Root = std::sqrt(Energy);
  const int Window = int(Energy * How.Windows);
  const int First =
      Window * (How.Poles - How.PolesOfWindow) / (How.Windows - 1);
  double Sum = 0;
  for (int I = 0; I < How.PolesOfWindow; ++I) {
    const Pole &P = Poles[Nuclide * How.Poles + First + I];
    const double Value = faddeeva((Root - P.Re) / Width, P.Im / Width + 1e-3);
    Sum += (P.Total + P.Absorption) * Value;
  }
  return Sum / (Energy + 1e-3);
}
