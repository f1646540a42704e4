//===- Stencil.cpp - Loops whose elements are not side by side ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Stencil DIVISOR
//
// A stencil over the points of a plate in one loop, with a radius that is known
// at run time, and a sum over members of an array of structures. A vectorised
// loop of this kind gathers its elements. Prints what a launch takes.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

using namespace bench;

namespace {

constexpr int Side = 400, Batches = 30, PerBatch = 5, Particles = 100000;

struct Particle {
  double X, Y, Z, VelocityX, VelocityY, VelocityZ, Mass;
};

double Now[Side * Side], Next[Side * Side], Weights[8], Energies[Particles];
Particle All[Particles];

void step(double *To, const double *From, const double *Weight, int N,
          int Radius) {
#pragma omp target teams distribute parallel for collapse(2)                   \
    map(to : From[0 : N * N], Weight[0 : Radius]) map(tofrom : To[0 : N * N])
  for (int Y = Radius; Y < N - Radius; ++Y)
    for (int X = Radius; X < N - Radius; ++X) {
      const double *At = From + Y * N + X;
      double Sum = 0;
      for (int R = 1; R <= Radius; ++R)
        Sum += Weight[R - 1] *
               (At[R] + At[-R] + At[R * N] + At[-R * N] - 4 * At[0]);
      To[Y * N + X] = At[0] + Sum;
    }
}

void energies(double *To, const Particle *Of, int Count) {
#pragma omp target teams distribute parallel for map(to : Of[0 : Count])       \
    map(from : To[0 : Count])
  for (int I = 0; I < Count; ++I)
    To[I] =
        0.5 * Of[I].Mass *
        (Of[I].VelocityX * Of[I].VelocityX + Of[I].VelocityY * Of[I].VelocityY +
         Of[I].VelocityZ * Of[I].VelocityZ);
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
#pragma omp target enter data map(to : Now, Next, Weights, All, Energies)
  report("points", timeCalls(Batches, PerBatch,
                             [](int) { step(Next, Now, Weights, Side, 4); }));
  report("members", timeCalls(Batches, PerBatch,
                              [](int) { energies(Energies, All, Particles); }));
#pragma omp target exit data map(from : Next, Energies)
}
