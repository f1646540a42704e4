//===- Cuts.cpp - Where one part ends and the next begins -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements Cuts.h by the distance from each piece to the next one that
// outranks it. If two boundaries have a distance of at least N, one outranks
// the other, so they are at least N apart.
//
//===----------------------------------------------------------------------===//

#include "Cuts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace ompjit::devicelink {

/// Returns the function that a kernel stands in, from the kernel's name. The
/// rest of the name has line numbers, and numbers of the file that change when
/// an editor saves it.
static StringRef lastingName(StringRef Name) {
  if (!Name.consume_front("__omp_offloading_"))
    return Name;
  StringRef Function = Name.split('_').second.split('_').second;
  return Function.rsplit("_l").first;
}

uint64_t rankOfName(StringRef Name) { return xxh3_64bits(lastingName(Name)); }

/// Both ends of the row outrank everything. If ranks are equal, the first one
/// is higher.
static std::vector<size_t> distancesToHigher(ArrayRef<Piece> Row) {
  const size_t Count = Row.size();
  std::vector<size_t> Starts(Count + 1, 0), Distances(Count);
  for (size_t I = 0; I != Count; ++I)
    Starts[I + 1] = Starts[I] + Row[I].Cost;
  SmallVector<size_t> Higher; // Their ranks decrease towards the piece.
  for (size_t I = 0; I != Count; ++I) {
    while (!Higher.empty() && Row[Higher.back()].Rank < Row[I].Rank)
      Higher.pop_back();
    Distances[I] = Starts[I] - (Higher.empty() ? 0 : Starts[Higher.back()]);
    Higher.push_back(I);
  }
  Higher.clear();
  for (size_t I = Count; I-- != 0;) {
    while (!Higher.empty() && Row[Higher.back()].Rank <= Row[I].Rank)
      Higher.pop_back();
    size_t Next = Starts[Higher.empty() ? Count : Higher.back()];
    Distances[I] = std::min(Distances[I], Next - Starts[I]);
    Higher.push_back(I);
  }
  return Distances;
}

SmallVector<unsigned> cutsOf(ArrayRef<Piece> Row, size_t MinCost,
                             unsigned MaxParts) {
  const std::vector<size_t> Distances = distancesToHigher(Row);
  SmallVector<unsigned> Cuts;
  for (unsigned I = 1; I < Row.size(); ++I)
    if (Distances[I] >= std::max<size_t>(MinCost, 1))
      Cuts.push_back(I);
  if (Cuts.size() >= MaxParts) {
    llvm::sort(Cuts, [&](unsigned A, unsigned B) {
      return std::pair(Distances[A], B) > std::pair(Distances[B], A);
    });
    Cuts.truncate(MaxParts - 1);
    llvm::sort(Cuts);
  }
  return Cuts;
}

} // namespace ompjit::devicelink
