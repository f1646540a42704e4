//===- Lookup.h - What Lookup.cpp and Lookup.cu have in common ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The demo's lookups, as many as fill a GPU. Prints what a launch takes for a
// large material, found through the unionised grid, and for a small one, found
// by a search for each nuclide, in nanoseconds.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TEST_GPU_LOOKUP_H
#define OMPJIT_TEST_GPU_LOOKUP_H

#include "../../Benchmarks/Inputs/Timing.h"
#include "../../Demo/CrossSections.h"

namespace lookup {

using namespace bench;
using namespace demo;

constexpr int Launches = 20, Checked = 2000;

inline int lookups() { return scaled(4000000); }
inline Library makeLibrary() {
  return demo::makeLibrary(128, scaled(4000), 5, {100, 12});
}

inline Batch batchOf(const Library &L, int Material, Search How) {
  Batch B = {};
  B.FirstNuclide = L.MaterialBegin[size_t(Material)];
  B.Nuclides = L.MaterialBegin[size_t(Material) + 1] - B.FirstNuclide;
  B.GridPoints = L.GridPoints;
  B.UnionPoints = int(L.UnionEnergies.size());
  B.Channels = L.Channels;
  B.TotalNuclides = L.Nuclides;
  B.How = How;
  B.Between = Interpolation::Linear;
  B.DensityCutOff = 0.05;
  B.Seed = 1000 + std::uint64_t(Material);
  return B;
}

/// \p Launch looks up the first so many particles of a batch and returns their
/// digest. \returns the exit status.
template <typename Body>
int measure(const char *Name, const Library &L, const Batch &B, Body Launch) {
  std::uint64_t Want = 0;
  for (int P = 0; P != Checked; ++P)
    Want += particleDigest(B, L.tables(), std::uint64_t(P));
  if (Launch(B, Checked) != Want) {
    std::fprintf(stderr, "lookup: %s: another result than the host's\n", Name);
    return 1;
  }
  std::vector<double> Each;
  for (int I = 0; I != Launches + 2; ++I) {
    const double Start = nowNs();
    Launch(B, lookups());
    if (I >= 2)
      Each.push_back(nowNs() - Start);
  }
  report(Name, median(Each));
  return 0;
}

template <typename Body> int measureAll(const Library &L, Body Launch) {
  return measure("unionised", L, batchOf(L, 0, Search::Unionised), Launch) |
         measure("per-nuclide", L, batchOf(L, 1, Search::PerNuclide), Launch);
}

} // namespace lookup

#endif // OMPJIT_TEST_GPU_LOOKUP_H
