//===- Multipole.h - Cross sections as sums over poles --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BENCHMARKS_MULTIPOLE_H
#define OMPJIT_BENCHMARKS_MULTIPOLE_H

#pragma omp declare target

struct Pole {
  double Re, Im;            ///< Its place in the plane of the energy's root.
  double Total, Absorption; ///< Residues.
};

/// What every nuclide has as much of.
struct Layout {
  int Poles, Windows, PolesOfWindow;
};

/// The cross section of a nuclide at an energy from 0 to 1.
double crossSection(const Pole *Poles, const Layout &How, int Nuclide,
                    double Energy, double Width);

/// The real part of the Faddeeva function of Re + i Im, for Im > 0, to about
/// three digits: its first terms far from the origin, an approximation near it.
double faddeeva(double Re, double Im);

#pragma omp end declare target

#endif // OMPJIT_BENCHMARKS_MULTIPOLE_H
