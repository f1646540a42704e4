//===- Fmm.cpp - A fast multipole method with a dual traversal ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fmm.h"
#include "Proxy.h"

#include <vector>

/// Charges change with time, places do not: so the tree stays as it is.
#pragma omp declare target
static double chargeAt(int Step, int I) {
  return proxy::random(64 * I + Step % 64) - 0.25;
}

static Complex minus(Complex A, Complex B) {
  return {A.Re - B.Re, A.Im - B.Im};
}
#pragma omp end declare target

/// More of them near the middle than at the edges.
static std::vector<Body> makeBodies(int Count) {
  std::vector<Body> Bodies(Count);
  const auto Place = [](int Seed) {
    const double Wide = proxy::random(Seed), Near = proxy::random(Seed + 1);
    return Seed / 4 % 2 ? Wide : 0.5 + (Wide - 0.5) * Near;
  };
  for (int I = 0; I < Count; ++I)
    Bodies[I] = {{Place(4 * I), Place(4 * I + 2)}, 0};
  return Bodies;
}

static Expansions makeExpansions(int Order) {
  Expansions How = {Order, {}};
  for (int N = 0; N < 2 * MaxOrder; ++N)
    for (int K = 0; K < MaxOrder && K <= N; ++K)
      How.Choose[N][K] =
          K ? How.Choose[N - 1][K - 1] + How.Choose[N - 1][K] : 1;
  return How;
}

int main(int Count, char **Arguments) {
  const int NumBodies = 40000 / proxy::divisor(Count, Arguments) + 16;
  const Expansions How =
      makeExpansions(Count > 2 ? std::atoi(Arguments[2]) : 14);
  std::vector<Body> AllBodies = makeBodies(NumBodies);
  const Tree T = makeTree(AllBodies, 40, 0.6);
  const int NumCells = int(T.Cells.size()), NumFar = int(T.Far.size()),
            NumNear = int(T.Near.size()), Terms = How.Order + 1,
            NumLevels = int(T.FirstOfLevel.size()) - 1;
  std::vector<Complex> AllUp(NumCells * Terms), AllDown(NumCells * Terms);
  std::vector<double> Potentials(NumBodies);
  Body *Bodies = AllBodies.data();
  const Cell *Cells = T.Cells.data();
  const int *Far = T.Far.data(), *Near = T.Near.data();
  Complex *Up = AllUp.data(), *Down = AllDown.data();
  double *Potential = Potentials.data();
#pragma omp target data map(tofrom : Bodies[ : NumBodies])                     \
    map(to : Cells[ : NumCells], Far[ : NumFar], Near[ : NumNear], How)        \
    map(alloc : Up[ : NumCells * Terms], Down[ : NumCells * Terms])            \
    map(from : Potential[ : NumBodies])
  proxy::run(20, [&](int Step) {
#pragma omp target teams distribute parallel for
    for (int I = 0; I < NumBodies; ++I)
      Bodies[I].Charge = chargeAt(Step, I);
    for (int Level = NumLevels - 1; Level >= 0; --Level) {
      const int First = T.FirstOfLevel[Level], End = T.FirstOfLevel[Level + 1];
#pragma omp target teams distribute parallel for
      for (int I = First; I < End; ++I) {
        const Cell &C = Cells[I];
        Complex *Own = Up + I * Terms;
        if (!C.NumChildren) {
          fromBodies(How, Bodies, C, Own);
          continue;
        }
        for (int K = 0; K < Terms; ++K)
          Own[K] = {0, 0};
        for (int J = C.FirstChild; J < C.FirstChild + C.NumChildren; ++J)
          shiftUp(How, Up + J * Terms, minus(Cells[J].Centre, C.Centre), Own);
      }
    }
#pragma omp target teams distribute parallel for
    for (int I = 0; I < NumCells; ++I) {
      const Cell &C = Cells[I];
      Complex *Own = Down + I * Terms;
      for (int K = 0; K < Terms; ++K)
        Own[K] = {0, 0};
      for (int J = C.FirstFar; J < C.FirstFar + C.NumFar; ++J)
        toLocal(How, Up + Far[J] * Terms, minus(Cells[Far[J]].Centre, C.Centre),
                Own);
    }
    for (int Level = 1; Level < NumLevels; ++Level) {
      const int First = T.FirstOfLevel[Level], End = T.FirstOfLevel[Level + 1];
#pragma omp target teams distribute parallel for
      for (int I = First; I < End; ++I)
        shiftDown(How, Down + Cells[I].Parent * Terms,
                  minus(Cells[I].Centre, Cells[Cells[I].Parent].Centre),
                  Down + I * Terms);
    }
#pragma omp target teams distribute parallel for
    for (int I = 0; I < NumCells; ++I) {
      const Cell &C = Cells[I];
      for (int B = C.FirstBody; B < C.FirstBody + C.NumBodies; ++B) {
        if (C.NumChildren)
          break;
        double Sum =
            valueAt(How, Down + I * Terms, minus(Bodies[B].Place, C.Centre));
        for (int J = C.FirstNear; J < C.FirstNear + C.NumNear; ++J)
          Sum += directly(Bodies + Cells[Near[J]].FirstBody,
                          Cells[Near[J]].NumBodies, Bodies[B].Place);
        Potential[B] = Sum;
      }
    }
  });
  double Digest = 0, Charges = 0;
  for (int I = 0; I < NumBodies; ++I) {
    Digest += Bodies[I].Charge * Potential[I];
    Charges += std::fabs(Bodies[I].Charge);
  }
  // What is left out of the expansions falls with their number of terms.
  const double Tolerance = Charges * std::pow(0.4, How.Order);
  for (int I = 0; I < NumBodies; I += NumBodies / 16)
    proxy::check(directly(Bodies, NumBodies, Bodies[I].Place), Potential[I],
                 Tolerance);
  proxy::finish(Digest);
}
