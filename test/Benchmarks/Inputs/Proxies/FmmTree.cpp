//===- FmmTree.cpp - The tree, and what interacts in it -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fmm.h"

#include <algorithm>
#include <cmath>

namespace {

class Builder {
  std::vector<Body> &Bodies;
  const int MostOfLeaf;
  const double Opening;
  Tree T;
  std::vector<std::vector<int>> Far, Near;

  static constexpr int MostLevels = 24;

public:
  Builder(std::vector<Body> &Bodies, int MostOfLeaf, double Opening)
      : Bodies(Bodies), MostOfLeaf(MostOfLeaf), Opening(Opening) {}

  Tree run() {
    T.Cells.push_back({{0.5, 0.5},
                       std::sqrt(0.5),
                       -1,
                       0,
                       0,
                       0,
                       0,
                       int(Bodies.size()),
                       0,
                       0,
                       0,
                       0});
    // Children are put behind all cells of their parents' level.
    for (size_t I = 0; I < T.Cells.size(); ++I) {
      if (T.Cells[I].Level == int(T.FirstOfLevel.size()))
        T.FirstOfLevel.push_back(int(I));
      split(int(I));
    }
    T.FirstOfLevel.push_back(int(T.Cells.size()));
    Far.resize(T.Cells.size());
    Near.resize(T.Cells.size());
    meet(0, 0);
    for (size_t I = 0; I < T.Cells.size(); ++I) {
      Cell &C = T.Cells[I];
      C.FirstFar = int(T.Far.size());
      C.NumFar = int(Far[I].size());
      T.Far.insert(T.Far.end(), Far[I].begin(), Far[I].end());
      C.FirstNear = int(T.Near.size());
      C.NumNear = int(Near[I].size());
      T.Near.insert(T.Near.end(), Near[I].begin(), Near[I].end());
    }
    return std::move(T);
  }

private:
  void split(int Index) {
    const Cell C = T.Cells[Index];
    if (C.NumBodies <= MostOfLeaf || C.Level == MostLevels)
      return;
    T.Cells[Index].FirstChild = int(T.Cells.size());
    auto First = Bodies.begin() + C.FirstBody, End = First + C.NumBodies;
    const auto Above = std::partition(
        First, End, [&](const Body &B) { return B.Place.Im < C.Centre.Im; });
    for (int Half = 0; Half < 2; ++Half) {
      const auto From = Half ? Above : First, To = Half ? End : Above;
      const auto Middle = std::partition(
          From, To, [&](const Body &B) { return B.Place.Re < C.Centre.Re; });
      addChild(Index, From, Middle, -1, Half ? 1 : -1);
      addChild(Index, Middle, To, 1, Half ? 1 : -1);
    }
  }

  using Iterator = std::vector<Body>::iterator;

  void addChild(int Parent, Iterator From, Iterator To, int Right, int Up) {
    if (From == To)
      return;
    Cell &P = T.Cells[Parent];
    ++P.NumChildren;
    const double Step = P.Radius * std::sqrt(0.125);
    T.Cells.push_back({{P.Centre.Re + Right * Step, P.Centre.Im + Up * Step},
                       P.Radius / 2,
                       Parent,
                       P.Level + 1,
                       0,
                       0,
                       int(From - Bodies.begin()),
                       int(To - From),
                       0,
                       0,
                       0,
                       0});
  }

  /// \p A takes over from \p B what is far enough; the larger one is opened.
  void meet(int A, int B) {
    const Cell &To = T.Cells[A], &From = T.Cells[B];
    const double Distance = std::hypot(To.Centre.Re - From.Centre.Re,
                                       To.Centre.Im - From.Centre.Im);
    if (To.Radius + From.Radius < Opening * Distance) {
      Far[A].push_back(B);
      return;
    }
    if (!To.NumChildren && !From.NumChildren) {
      Near[A].push_back(B);
      return;
    }
    const bool OpensTo =
        To.NumChildren && (!From.NumChildren || To.Radius >= From.Radius);
    const Cell &Opened = OpensTo ? To : From;
    for (int I = 0; I < Opened.NumChildren; ++I)
      meet(OpensTo ? Opened.FirstChild + I : A,
           OpensTo ? B : Opened.FirstChild + I);
  }
};

} // namespace

Tree makeTree(std::vector<Body> &Bodies, int MostOfLeaf, double Opening) {
  return Builder(Bodies, MostOfLeaf, Opening).run();
}
