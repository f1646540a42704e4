//===- MappingTable.cpp - Which host memory has a counterpart on a device -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTable.h"

#include <algorithm>
#include <memory>

namespace ompjit {

MappingTable::~MappingTable() {
  Mappings.forEach([](Mapping &Each) { std::destroy_at(&Each); });
}

Match MappingTable::find(HostAddress Begin, uint64_t Size) const {
  const auto Position = Mappings.upperBound(Begin);
  if (const auto Before = Mappings.before(Position);
      Before && Begin < Before.End)
    return {Size <= Before.End - Begin ? Overlap::Contained : Overlap::Partial,
            Before.Found};
  if (const auto After = Mappings.after(Position);
      After && After.Key - Begin < Size)
    return {Overlap::Partial, After.Found};
  return {};
}

Match MappingTable::findSection(HostAddress Begin, uint64_t Size) const {
  Match There = find(Begin, Size);
  if (There.Found || Size)
    return There;
  const auto After = Mappings.after(Mappings.upperBound(Begin));
  if (!After || Begin < After.Found->Base)
    return There;
  return {Overlap::Contained, After.Found};
}

Mapping &MappingTable::insert(HostAddress Begin, uint64_t Size) {
  Mapping &New = *Pool.create();
  New.Begin = Begin;
  New.Base = Begin;
  New.End = Begin + Size;
  try {
    Mappings.insert(Begin, New.End, New);
  } catch (...) {
    Pool.destroy(&New);
    throw;
  }
  return New;
}

void MappingTable::erase(Mapping &Old) {
  Mappings.remove(Old.Begin);
  Pool.destroy(&Old);
}

void addAttachment(Mapping &M, HostAddress Pointer) {
  std::vector<HostAddress> &All = M.makeExtra().Attached;
  auto Place = std::lower_bound(All.begin(), All.end(), Pointer);
  if (Place == All.end() || *Place != Pointer)
    All.insert(Place, Pointer);
}

void appendPieces(const Mapping &M, HostAddress Begin, uint64_t Size,
                  std::vector<Piece> &Pieces) {
  const HostAddress End = Begin + Size;
  HostAddress From = Begin;
  // The first pointer that may overlap the range begins one pointer before it.
  HostAddress Earliest =
      Begin.Value < sizeof(void *) ? HostAddress() : Begin - sizeof(void *);
  const std::vector<HostAddress> &Attached = M.extra().Attached;
  auto Pointer = std::upper_bound(Attached.begin(), Attached.end(), Earliest);
  for (; Pointer != Attached.end() && *Pointer < End; ++Pointer) {
    if (*Pointer > From)
      Pieces.push_back({From, *Pointer - From});
    From = *Pointer + sizeof(void *);
  }
  if (From < End)
    Pieces.push_back({From, End - From});
}

} // namespace ompjit
