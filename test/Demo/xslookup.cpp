// The demo, a Monte Carlo cross section lookup, is right in every mode.
// RUN: %run-all-modes %t %s %S/CrossSections.cpp -O2 -- 2000 3
//
//===----------------------------------------------------------------------===//
//
//   xslookup [LOOKUPS [PASSES]]
//
// Each pass looks up LOOKUPS energies in each of three materials, one launch a
// material. The digest of each launch is checked against the host's. The result
// is one line of JSON on standard output:
//
//   digest        of all launches, equal in every mode
//   lookups, passes
// and, where DEMO_START_NS holds the monotonic clock at exec (scripts/demo sets
// it), on a second line:
//   startup_ms    from exec until the first launch, without the time that the
//                 program itself takes to make up its tables
//   first_ms      the first launch
//   steady_ms     the median of the launches for the first material, without
//                 those of the first pass
//
//===----------------------------------------------------------------------===//

#include "CrossSections.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace demo;

namespace {

double nowMs() {
  // steady_clock is CLOCK_MONOTONIC, as the clock of whoever started us.
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Batch batchOf(const Library &L, int Material) {
  Batch B;
  B.FirstNuclide = L.MaterialBegin[Material];
  B.Nuclides = L.MaterialBegin[Material + 1] - B.FirstNuclide;
  B.GridPoints = L.GridPoints;
  B.UnionPoints = static_cast<int>(L.UnionEnergies.size());
  B.Channels = L.Channels;
  B.TotalNuclides = L.Nuclides;
  // The last material is looked up in the other ways, so that every branch is
  // taken by some launch.
  bool Last = Material + 2 == static_cast<int>(L.MaterialBegin.size());
  B.How = Last ? Search::PerNuclide : Search::Unionised;
  B.Between = Last ? Interpolation::Histogram : Interpolation::Linear;
  B.DensityCutOff = 0.05;
  B.Seed = 1000 + Material;
  return B;
}

std::uint64_t onHost(const Batch &B, const Tables &T, int Lookups) {
  std::uint64_t Digest = 0;
#pragma omp parallel for reduction(+ : Digest)
  for (int P = 0; P < Lookups; ++P)
    Digest += particleDigest(B, T, P);
  return Digest;
}

/// One launch. The members of the batch are passed as scalars of their own, as
/// a program that grew over the years would.
std::uint64_t onDevice(const Batch &B, const Tables &T, int Lookups) {
  int Nuclides = B.Nuclides, FirstNuclide = B.FirstNuclide;
  int GridPoints = B.GridPoints, UnionPoints = B.UnionPoints;
  int Channels = B.Channels, TotalNuclides = B.TotalNuclides;
  Search How = B.How;
  Interpolation Between = B.Between;
  double DensityCutOff = B.DensityCutOff;
  std::uint64_t Seed = B.Seed;
  const double *Energies = T.Energies, *Sections = T.Sections;
  const double *UnionEnergies = T.UnionEnergies, *Densities = T.Densities;
  const int *UnionIndex = T.UnionIndex, *Composition = T.Composition;
  std::uint64_t Digest = 0;
  // Zero-length sections: the tables are on the device already.
#pragma omp target teams distribute parallel for reduction(+ : Digest)         \
    map(tofrom : Digest) map(to : Energies[ : 0], Sections[ : 0])              \
    map(to : UnionEnergies[ : 0], Densities[ : 0])                             \
    map(to : UnionIndex[ : 0], Composition[ : 0])
  for (int P = 0; P < Lookups; ++P) {
    Batch Local = {Nuclides,      FirstNuclide,  GridPoints, UnionPoints,
                   Channels,      TotalNuclides, How,        Between,
                   DensityCutOff, Seed};
    Tables There = {Energies,   Sections,    UnionEnergies,
                    UnionIndex, Composition, Densities};
    Digest += particleDigest(Local, There, P);
  }
  return Digest;
}

/// Keeps the library's tables on the device.
class TablesOnDevice {
public:
  explicit TablesOnDevice(const Library &L)
      : Energies(L.Energies), Sections(L.Sections), Union(L.UnionEnergies),
        Densities(L.Densities), Index(L.UnionIndex),
        Composition(L.Composition) {}

  /// Copies all to the device.
  void enter() {
#pragma omp target enter data map(                                             \
        to : Energies.Data[ : Energies.Count],                                 \
            Sections.Data[ : Sections.Count], Union.Data[ : Union.Count],      \
            Densities.Data[ : Densities.Count], Index.Data[ : Index.Count],    \
            Composition.Data[ : Composition.Count])
  }

  void exit() {
#pragma omp target exit data map(                                              \
        release : Energies.Data[ : Energies.Count],                            \
            Sections.Data[ : Sections.Count], Union.Data[ : Union.Count],      \
            Densities.Data[ : Densities.Count], Index.Data[ : Index.Count],    \
            Composition.Data[ : Composition.Count])
  }

private:
  template <typename T> struct Slice {
    explicit Slice(const std::vector<T> &V) : Data(V.data()), Count(V.size()) {}
    const T *Data;
    std::size_t Count;
  };
  Slice<double> Energies, Sections, Union, Densities;
  Slice<int> Index, Composition;
};

double median(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  return Values.empty() ? 0 : Values[Values.size() / 2];
}

struct Measured {
  double StartMs = 0, FirstMs = 0;
  std::vector<double> SteadyMs;
};

/// All launches. Returns their digest, or 0 where one is wrong.
std::uint64_t runPasses(const Library &L, int Lookups, int Passes,
                        Measured &M) {
  int Materials = static_cast<int>(L.MaterialBegin.size()) - 1;
  std::vector<std::uint64_t> Digests(Materials);
  for (int Pass = 0; Pass < Passes; ++Pass) {
    for (int Material = 0; Material < Materials; ++Material) {
      double Start = nowMs();
      std::uint64_t Digest =
          onDevice(batchOf(L, Material), L.tables(), Lookups);
      double Took = nowMs() - Start;
      if (Pass == 0 && Material == 0) {
        M.StartMs = Start;
        M.FirstMs = Took;
      }
      if (Pass > 0 && Material == 0)
        M.SteadyMs.push_back(Took);
      if (Pass > 0 && Digest != Digests[Material])
        return 0;
      Digests[Material] = Digest;
    }
  }
  std::uint64_t All = 0;
  for (int Material = 0; Material < Materials; ++Material) {
    if (Digests[Material] != onHost(batchOf(L, Material), L.tables(), Lookups))
      return 0;
    All = All * 31 + Digests[Material];
  }
  return All;
}

} // namespace

int main(int ArgCount, char **Args) {
  int Lookups = ArgCount > 1 ? std::atoi(Args[1]) : 20000;
  int Passes = ArgCount > 2 ? std::atoi(Args[2]) : 15;
  if (Lookups <= 0 || Passes <= 0) {
    std::fprintf(stderr, "usage: xslookup [LOOKUPS [PASSES]]\n");
    return 2;
  }

  double Prepare = nowMs();
  // As many nuclides as fuel, cladding and water may have.
  Library L = makeLibrary(64, 400, 5, {34, 5, 2});
  Prepare = nowMs() - Prepare;

  Measured M;
  TablesOnDevice Device(L);
  Device.enter();
  std::uint64_t Digest = runPasses(L, Lookups, Passes, M);
  Device.exit();
  if (Digest == 0) {
    std::fprintf(stderr, "xslookup: a result differs from the host's\n");
    return 1;
  }

  std::printf("{\"digest\": \"%016llx\", \"lookups\": %d, \"passes\": %d}\n",
              static_cast<unsigned long long>(Digest), Lookups, Passes);
  if (const char *Exec = std::getenv("DEMO_START_NS"))
    std::printf(
        "{\"startup_ms\": %.3f, \"first_ms\": %.3f, \"steady_ms\": %.3f}\n",
        M.StartMs - std::atof(Exec) / 1e6 - Prepare, M.FirstMs,
        median(M.SteadyMs));
  return 0;
}
