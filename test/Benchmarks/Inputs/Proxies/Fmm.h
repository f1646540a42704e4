//===- Fmm.h - Potentials by a fast multipole method ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The logarithmic potential of charges in the unit square: expansions in powers
// of the complex plane as in L. Greengard, V. Rokhlin, "A fast algorithm for
// particle simulations", Journal of Computational Physics 73 (1987), over a tree
// whose cells interact as W. Dehnen's dual traversal finds them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BENCHMARKS_FMM_H
#define OMPJIT_BENCHMARKS_FMM_H

#include <vector>

#pragma omp declare target

constexpr int MaxOrder = 20;

struct Complex {
  double Re, Im;
};

/// A charge, or a body that feels the potential of all others.
struct Body {
  Complex Place;
  double Charge;
};

/// A square of the tree; ranges are indices of bodies, cells and pairs.
struct Cell {
  Complex Centre;
  double Radius;
  int Parent, Level;
  int FirstChild, NumChildren; ///< None has a leaf.
  int FirstBody, NumBodies;
  int FirstFar, NumFar;   ///< Cells whose expansions it takes over.
  int FirstNear, NumNear; ///< Leaves whose bodies a leaf sums up.
};

/// Binomial coefficients, and how many terms expansions have.
struct Expansions {
  int Order;
  double Choose[2 * MaxOrder][MaxOrder];
};

/// Expansions have Order + 1 coefficients. These set or add to the last one.
void fromBodies(const Expansions &, const Body *, const Cell &, Complex *Far);
void shiftUp(const Expansions &, const Complex *Far, Complex By, Complex *Sum);
void toLocal(const Expansions &, const Complex *Far, Complex By, Complex *Sum);
void shiftDown(const Expansions &, const Complex *Local, Complex By,
               Complex *Sum);
double valueAt(const Expansions &, const Complex *Local, Complex Offset);

/// The potential of a range of bodies, without the one at \p Place.
double directly(const Body *, int NumBodies, Complex Place);

#pragma omp end declare target

/// What the dual traversal found, for all cells in the order of their levels.
struct Tree {
  std::vector<Cell> Cells;
  std::vector<int> Far, Near;
  std::vector<int> FirstOfLevel; ///< With one more at the end.
};

/// Sorts the bodies into the leaves.
Tree makeTree(std::vector<Body> &, int MostOfLeaf, double Opening);

#endif // OMPJIT_BENCHMARKS_FMM_H
