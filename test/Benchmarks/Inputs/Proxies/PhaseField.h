//===- PhaseField.h - Phases in equilibrium -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BENCHMARKS_PHASEFIELD_H
#define OMPJIT_BENCHMARKS_PHASEFIELD_H

#pragma omp declare target

constexpr int MaxComponents = 4;

/// A phase: the coefficients of its free energy.
struct Phase {
  double Curvature[MaxComponents], Centre[MaxComponents], Mixing;
};

/// The derivative of a phase's free energy by component \p I.
double potential(const Phase &, const double *Fractions, int Components, int I);
/// Its derivative by the same component.
double stiffness(const Phase &, const double *Fractions, int I);

/// Finds the fractions at which the phase has the wanted potentials, by
/// Newton's method; returns the number of steps that it took.
int solve(const Phase &, const double *Wanted, double *Fractions,
          int Components, double Tolerance);

#pragma omp end declare target

#endif // OMPJIT_BENCHMARKS_PHASEFIELD_H
