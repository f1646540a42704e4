//===- Lookup.cpp - Cross section lookups with OpenMP ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Lookup DIVISOR
//
//===----------------------------------------------------------------------===//

#include "Lookup.h"

using namespace lookup;

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const Library L = lookup::makeLibrary();
  const Tables T = L.tables();
  const double *Energies = T.Energies, *Sections = T.Sections,
               *UnionEnergies = T.UnionEnergies, *Densities = T.Densities;
  const int *UnionIndex = T.UnionIndex, *Composition = T.Composition;
#pragma omp target enter data map(                                             \
        to : Energies[ : L.Energies.size()], Sections[ : L.Sections.size()],   \
            UnionEnergies[ : L.UnionEnergies.size()],                          \
            Densities[ : L.Densities.size()],                                  \
            UnionIndex[ : L.UnionIndex.size()],                                \
            Composition[ : L.Composition.size()])
  const int Failed = measureAll(L, [&](const Batch &B, int Count) {
    const int Nuclides = B.Nuclides, FirstNuclide = B.FirstNuclide;
    const int GridPoints = B.GridPoints, UnionPoints = B.UnionPoints;
    const int Channels = B.Channels, TotalNuclides = B.TotalNuclides;
    const Search How = B.How;
    const Interpolation Between = B.Between;
    const double DensityCutOff = B.DensityCutOff;
    const std::uint64_t Seed = B.Seed;
    std::uint64_t Digest = 0;
#pragma omp target teams distribute parallel for reduction(+ : Digest)         \
    map(tofrom : Digest) map(to : Energies[ : 0], Sections[ : 0])              \
    map(to : UnionEnergies[ : 0], Densities[ : 0])                             \
    map(to : UnionIndex[ : 0], Composition[ : 0])
    for (int P = 0; P < Count; ++P) {
      const Batch Local = {
          Nuclides,      FirstNuclide, GridPoints, UnionPoints,   Channels,
          TotalNuclides, How,          Between,    DensityCutOff, Seed};
      const Tables There = {Energies,   Sections,    UnionEnergies,
                            UnionIndex, Composition, Densities};
      Digest += particleDigest(Local, There, std::uint64_t(P));
    }
    return Digest;
  });
#pragma omp target exit data map(release : Energies[ : 0], Sections[ : 0])     \
    map(release : UnionEnergies[ : 0], Densities[ : 0])                        \
    map(release : UnionIndex[ : 0], Composition[ : 0])
  return Failed;
}
