//===- Multipole.cpp - Looks up cross sections ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Multipole.h"
#include "Proxy.h"

#include <vector>

#pragma omp declare target
/// The sum over the nuclides of a material at the energy of a lookup.
static double lookUp(const Pole *Poles, const Layout &How, int Nuclides,
                     double Width, int I) {
  double Sum = 0;
  for (int Part = 0; Part < 4; ++Part)
    Sum += crossSection(Poles, How, int(Nuclides * proxy::random(8 * I + Part)),
                        proxy::random(8 * I + 7), Width);
  return Sum;
}
#pragma omp end declare target

int main(int Count, char **Arguments) {
  const int Lookups = 24000 / proxy::divisor(Count, Arguments) + 16;
  const int Nuclides = 68;
  const Layout How = {1000, 100, Count > 2 ? std::atoi(Arguments[2]) : 11};
  const double Width = 0.02;
  std::vector<Pole> All;
  for (int I = 0; I < Nuclides * How.Poles; ++I)
    All.push_back({double(I % How.Poles) / How.Poles,
                   0.05 * proxy::random(4 * I), proxy::random(4 * I + 1),
                   proxy::random(4 * I + 2)});
  std::vector<double> Results(Lookups);
  const Pole *Poles = All.data();
  double *Result = Results.data();
#pragma omp target data map(to : Poles[ : Nuclides * How.Poles])               \
    map(from : Result[ : Lookups])
  proxy::run(30, [&](int) {
#pragma omp target teams distribute parallel for map(to : How)
    for (int I = 0; I < Lookups; ++I)
      Result[I] = lookUp(Poles, How, Nuclides, Width, I);
  });
  double Digest = 0;
  for (int I = 0; I < Lookups; ++I)
    Digest += Result[I];
  for (int I = 0; I < Lookups; I += Lookups / 16)
    proxy::check(lookUp(Poles, How, Nuclides, Width, I), Result[I]);
  proxy::finish(Digest);
}
