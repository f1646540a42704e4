//===- CrossSections.cpp - Makes the nuclear data library of the demo -----===//

#include "CrossSections.h"

#include <algorithm>

namespace demo {

Tables Library::tables() const {
  return {Energies.data(),   Sections.data(),    UnionEnergies.data(),
          UnionIndex.data(), Composition.data(), Densities.data()};
}

namespace {
/// Numbers in [0, 1), one after another.
class Generator {
public:
  double next() { return toUnit(State = skipAhead(State, 1)); }

private:
  std::uint64_t State = 42;
};

void makeGrids(Library &L, Generator &G) {
  for (int N = 0; N < L.Nuclides; ++N) {
    std::vector<double> Grid(L.GridPoints);
    for (double &E : Grid)
      E = G.next();
    std::sort(Grid.begin(), Grid.end());
    L.Energies.insert(L.Energies.end(), Grid.begin(), Grid.end());
  }
  L.Sections.resize(L.Energies.size() * L.Channels);
  for (double &Section : L.Sections)
    Section = G.next();
}

/// The union of all grids, and for each of its points where that energy lies in
/// the grid of each nuclide.
void unionise(Library &L) {
  L.UnionEnergies = L.Energies;
  std::sort(L.UnionEnergies.begin(), L.UnionEnergies.end());
  L.UnionIndex.resize(L.UnionEnergies.size() * L.Nuclides);
  std::vector<int> Point(L.Nuclides, 0);
  int *Row = L.UnionIndex.data();
  for (double Energy : L.UnionEnergies) {
    for (int N = 0; N < L.Nuclides; ++N) {
      const double *Grid = &L.Energies[static_cast<long>(N) * L.GridPoints];
      while (Point[N] < L.GridPoints - 2 && Grid[Point[N] + 1] <= Energy)
        ++Point[N];
      *Row++ = Point[N];
    }
  }
}

void makeMaterials(Library &L, Generator &G,
                   const std::vector<int> &NuclidesOfMaterial) {
  L.MaterialBegin.push_back(0);
  for (int Count : NuclidesOfMaterial) {
    for (int I = 0; I < Count; ++I) {
      L.Composition.push_back(static_cast<int>(G.next() * L.Nuclides));
      L.Densities.push_back(G.next());
    }
    L.MaterialBegin.push_back(static_cast<int>(L.Composition.size()));
  }
}
} // namespace

Library makeLibrary(int Nuclides, int GridPoints, int Channels,
                    const std::vector<int> &NuclidesOfMaterial) {
  Library L;
  L.Nuclides = Nuclides;
  L.GridPoints = GridPoints;
  L.Channels = Channels;
  Generator G;
  makeGrids(L, G);
  unionise(L);
  makeMaterials(L, G, NuclidesOfMaterial);
  return L;
}

} // namespace demo
