//===- Coefficients.cpp - A stencil whose coefficients are data -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Coefficients DIVISOR
//
// A stencil of 7 or 27 points over a cube, as libraries for structured grids
// apply one that the user gives: an array of coefficients and one of offsets.
// Prints the processor time of a launch, without and with the arrays named
// (ompx_specialize_array); both have to compute the same.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <ompjit/Specialize.h>

#include <ctime>

using namespace bench;

namespace {

constexpr int Side = 64, MaxPoints = 27, Batches = 60;
constexpr int Border = Side * Side + Side + 1;

double Now[Side * Side * Side], Next[Side * Side * Side];
double Coefficients[MaxPoints];
int Offsets[MaxPoints];

void plain(double *To, const double *From, const double *C, const int *Offset,
           int Points) {
#pragma omp target teams distribute parallel for map(                          \
        to : From[ : Side * Side * Side], C[ : Points], Offset[ : Points])     \
    map(tofrom : To[ : Side * Side * Side])
  for (int I = Border; I < Side * Side * Side - Border; ++I) {
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * From[I + Offset[K]];
    To[I] = Sum;
  }
}

void named(double *To, const double *From, const double *C, const int *Offset,
           int Points) {
#pragma omp target teams distribute parallel for map(                          \
        to : From[ : Side * Side * Side], C[ : Points], Offset[ : Points])     \
    map(tofrom : To[ : Side * Side * Side])
  for (int I = Border; I < Side * Side * Side - Border; ++I) {
    ompx_specialize_array(C, Points);
    ompx_specialize_array(Offset, Points);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * From[I + Offset[K]];
    To[I] = Sum;
  }
}

/// Fills the arrays with a stencil of \p Points points.
void setStencil(int Points) {
  int K = 0;
  for (int Z = -1; Z <= 1; ++Z)
    for (int Y = -1; Y <= 1; ++Y)
      for (int X = -1; X <= 1; ++X) {
        const int Distance = Z * Z + Y * Y + X * X;
        if (Points == 7 && Distance > 1)
          continue;
        Coefficients[K] = 1.0 / (1 + Distance);
        Offsets[K++] = (Z * Side + Y) * Side + X;
      }
}

double sumOfNext() {
  double Sum = 0;
#pragma omp target update from(Next)
  for (double Each : Next)
    Sum += Each;
  return Sum;
}

/// The least processor time of a launch, in nanoseconds.
template <typename Kernel> void measure(Kernel Run, double &Least) {
  const std::clock_t Start = std::clock();
  Run(Next, Now, Coefficients, Offsets);
  const double Ns = double(std::clock() - Start) * 1e9 / CLOCKS_PER_SEC;
  Least = Least == 0 ? Ns : std::min(Least, Ns);
}

bool compare(int Points, const char *PlainName, const char *NamedName) {
  setStencil(Points);
#pragma omp target update to(Coefficients, Offsets)
  const auto Plain = [=](auto... All) { plain(All..., Points); };
  const auto Named = [=](auto... All) { named(All..., Points); };
  double PlainNs = 0, NamedNs = 0, Ignored = 0;
  measure(Plain, Ignored);
  const double Sum = sumOfNext();
  measure(Named, Ignored);
  if (sumOfNext() != Sum)
    return false;
  for (int I = 0; I != scaled(Batches); ++I) {
    measure(Plain, PlainNs);
    measure(Named, NamedNs);
  }
  report(PlainName, PlainNs);
  report(NamedName, NamedNs);
  return true;
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  for (int I = 0; I != Side * Side * Side; ++I)
    Now[I] = (I * 37 % 101) * 0.125;
  bool Same = true;
#pragma omp target data map(to : Now, Coefficients, Offsets) map(from : Next)
  for (int Points : {7, 27})
    Same &= Points == 7 ? compare(7, "plain-7", "named-7")
                        : compare(27, "plain-27", "named-27");
  if (!Same)
    std::fprintf(stderr, "Coefficients: the two kernels differ\n");
  return Same ? 0 : 1;
}
