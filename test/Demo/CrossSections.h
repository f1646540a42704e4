//===- CrossSections.h - The data and the physics of the demo -------------===//
//
// A toy nuclear data library and the lookup of a macroscopic cross section in
// it, the inner loop of a Monte Carlo neutron transport code: find where the
// particle's energy lies in the energy grids, interpolate each nuclide's cross
// sections there, and sum them by the material's composition.
//
// Used by xslookup.cpp, on the host to check and on the device to compute. All
// numbers are made up by a generator; energies run from 0 to 1.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEMO_CROSSSECTIONS_H
#define OMPJIT_DEMO_CROSSSECTIONS_H

#include <cstdint>
#include <vector>

/// CUDA's compiler is to be told what the GPU may call (test/Gpu).
#ifdef __CUDACC__
#define DEMO_FUNCTION __host__ __device__ inline
#else
#define DEMO_FUNCTION inline
#endif

namespace demo {

#pragma omp begin declare target
/// At most this many reaction channels; how many are used is a run-time value.
constexpr int MaxChannels = 8;
#pragma omp end declare target

/// How the place of an energy in the grids is found.
enum class Search : int {
  PerNuclide, ///< a binary search in the grid of each nuclide
  Unionised   ///< one search in the union of all grids, then a table
};

enum class Interpolation : int { Histogram, Linear };

/// What one batch of lookups is about. All are scalars that do not change
/// during a launch and that are unknown at compile time.
struct Batch {
  int Nuclides;      ///< in the material
  int FirstNuclide;  ///< of the material, in the composition table
  int GridPoints;    ///< of each nuclide
  int UnionPoints;   ///< of the unionised grid
  int Channels;      ///< reaction channels, at most MaxChannels
  int TotalNuclides; ///< in the library
  Search How;
  Interpolation Between;
  double DensityCutOff; ///< thinner nuclides are left out
  std::uint64_t Seed;
};

/// The tables. They are pointers into host memory or, inside a target region,
/// into the device's.
struct Tables {
  const double *Energies;      ///< [nuclide][point], ascending in each nuclide
  const double *Sections;      ///< [nuclide][point][channel]
  const double *UnionEnergies; ///< [union point], ascending
  const int *UnionIndex;       ///< [union point][nuclide]
  const int *Composition;      ///< nuclides of the materials, one after another
  const double *Densities;     ///< the same order
};

/// The library in host memory.
struct Library {
  int Nuclides, GridPoints, Channels;
  std::vector<double> Energies, Sections, UnionEnergies, Densities;
  std::vector<int> UnionIndex, Composition;
  std::vector<int> MaterialBegin; ///< per material, and one past the last

  Tables tables() const;
};

/// Makes a library; equal arguments make equal libraries.
Library makeLibrary(int Nuclides, int GridPoints, int Channels,
                    const std::vector<int> &NuclidesOfMaterial);

#pragma omp begin declare target

/// The state of a linear congruential generator after \p Steps steps: every
/// particle draws from its own part of one sequence.
DEMO_FUNCTION std::uint64_t skipAhead(std::uint64_t State,
                                      std::uint64_t Steps) {
  std::uint64_t Multiplier = 6364136223846793005u,
                Increment = 1442695040888963407u;
  std::uint64_t M = 1, I = 0;
  for (; Steps > 0; Steps >>= 1) {
    if (Steps & 1) {
      M *= Multiplier;
      I = I * Multiplier + Increment;
    }
    Increment *= Multiplier + 1;
    Multiplier *= Multiplier;
  }
  return M * State + I;
}

/// A number in [0, 1) from the upper bits of a state.
DEMO_FUNCTION double toUnit(std::uint64_t State) {
  return static_cast<double>(State >> 11) * 0x1p-53;
}

/// The last of \p Count points that is not above \p Energy, but never the very
/// last one, so that there is always a point to interpolate with.
DEMO_FUNCTION int findPoint(const double *Points, int Count, double Energy) {
  int Low = 0, High = Count - 1;
  while (High - Low > 1) {
    int Middle = Low + (High - Low) / 2;
    if (Points[Middle] > Energy)
      High = Middle;
    else
      Low = Middle;
  }
  return Low;
}

/// Adds a nuclide's share to the macroscopic cross sections \p Sum.
DEMO_FUNCTION void addNuclide(const Batch &B, const Tables &T, int Nuclide,
                              int Point, double Energy, double Density,
                              double *Sum) {
  const double *E =
      T.Energies + static_cast<long>(Nuclide) * B.GridPoints + Point;
  const double *Low =
      T.Sections +
      (static_cast<long>(Nuclide) * B.GridPoints + Point) * B.Channels;
  const double *High = Low + B.Channels;
  double Weight = 0;
  if (B.Between == Interpolation::Linear)
    Weight = (Energy - E[0]) / (E[1] - E[0]);
  for (int C = 0; C < B.Channels; ++C)
    Sum[C] += Density * (Low[C] + Weight * (High[C] - Low[C]));
}

/// The macroscopic cross sections of the batch's material at \p Energy.
DEMO_FUNCTION void lookUp(const Batch &B, const Tables &T, double Energy,
                          double *Sum) {
  for (int C = 0; C < B.Channels; ++C)
    Sum[C] = 0;
  int UnionPoint = 0;
  if (B.How == Search::Unionised)
    UnionPoint = findPoint(T.UnionEnergies, B.UnionPoints, Energy);
  for (int N = 0; N < B.Nuclides; ++N) {
    double Density = T.Densities[B.FirstNuclide + N];
    if (Density < B.DensityCutOff)
      continue;
    int Nuclide = T.Composition[B.FirstNuclide + N];
    int Point;
    if (B.How == Search::Unionised)
      Point = T.UnionIndex[static_cast<long>(UnionPoint) * B.TotalNuclides +
                           Nuclide];
    else
      Point = findPoint(T.Energies + static_cast<long>(Nuclide) * B.GridPoints,
                        B.GridPoints, Energy);
    addNuclide(B, T, Nuclide, Point, Energy, Density, Sum);
  }
}

/// What one particle adds to the digest of a batch: which channel is the
/// strongest, and the total in units coarse enough that the rounding of fused
/// and unfused arithmetic does not show.
DEMO_FUNCTION std::uint64_t particleDigest(const Batch &B, const Tables &T,
                                           std::uint64_t Particle) {
  double Sum[MaxChannels];
  lookUp(B, T, toUnit(skipAhead(B.Seed, Particle + 1)), Sum);
  int Strongest = 0;
  double Total = 0;
  for (int C = 0; C < B.Channels; ++C) {
    Total += Sum[C];
    if (Sum[C] > Sum[Strongest])
      Strongest = C;
  }
  return static_cast<std::uint64_t>(Total * 4096) * 8 +
         static_cast<std::uint64_t>(Strongest);
}

#pragma omp end declare target

} // namespace demo

#endif // OMPJIT_DEMO_CROSSSECTIONS_H
