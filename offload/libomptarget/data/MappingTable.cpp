//===- MappingTable.cpp - Which host memory has a counterpart on a device -===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTable.h"

#include <algorithm>

namespace ompjit {

MappingTable::~MappingTable() {
  Mappings.forEach([](Mapping &Each) { delete &Each; });
}

Match MappingTable::find(HostAddress Begin, uint64_t Size) const {
  const auto Position = Mappings.upperBound(Begin);
  if (const auto Before = Mappings.before(Position);
      Before && Begin < Before.Found->End)
    return {Size <= Before.Found->End - Begin ? Overlap::Contained
                                              : Overlap::Partial,
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
  std::unique_ptr<Mapping> New;
  if (Unused.empty()) {
    New = std::make_unique<Mapping>();
  } else {
    New = std::move(Unused.back());
    Unused.pop_back();
  }
  New->Begin = Begin;
  New->Base = Begin;
  New->End = Begin + Size;
  Mappings.insert(Begin, *New);
  return *New.release();
}

void MappingTable::erase(Mapping &Old) {
  Mappings.remove(Old.Begin);
  std::unique_ptr<Mapping> Retired(&Old);
  if (Unused.size() == MaxUnused)
    return;
  std::destroy_at(Retired.get());
  std::construct_at(Retired.get());
  Unused.push_back(std::move(Retired));
}

void addAttachment(Mapping &M, HostAddress Pointer) {
  auto Place = std::lower_bound(M.Attached.begin(), M.Attached.end(), Pointer);
  if (Place == M.Attached.end() || *Place != Pointer)
    M.Attached.insert(Place, Pointer);
}

void appendPieces(const Mapping &M, HostAddress Begin, uint64_t Size,
                  std::vector<Piece> &Pieces) {
  const HostAddress End = Begin + Size;
  HostAddress From = Begin;
  // The first pointer that may overlap the range begins one pointer before it.
  HostAddress Earliest =
      Begin.Value < sizeof(void *) ? HostAddress() : Begin - sizeof(void *);
  auto Pointer =
      std::upper_bound(M.Attached.begin(), M.Attached.end(), Earliest);
  for (; Pointer != M.Attached.end() && *Pointer < End; ++Pointer) {
    if (*Pointer > From)
      Pieces.push_back({From, *Pointer - From});
    From = *Pointer + sizeof(void *);
  }
  if (From < End)
    Pieces.push_back({From, End - From});
}

} // namespace ompjit
