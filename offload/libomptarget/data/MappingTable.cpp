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

Match MappingTable::find(HostAddress Begin, uint64_t Size) const {
  auto Next = Mappings.upper_bound(Begin.Value);
  if (Next != Mappings.begin()) {
    Mapping &Before = *std::prev(Next)->second;
    if (Begin < Before.End)
      return {Size <= Before.End - Begin ? Overlap::Contained
                                         : Overlap::Partial,
              &Before};
  }
  if (Next != Mappings.end() && Next->first - Begin.Value < Size)
    return {Overlap::Partial, Next->second.get()};
  return {};
}

Match MappingTable::findSection(HostAddress Begin, uint64_t Size) const {
  Match There = find(Begin, Size);
  if (There.Found || Size)
    return There;
  auto Next = Mappings.upper_bound(Begin.Value);
  if (Next == Mappings.end() || Begin < Next->second->Base)
    return There;
  return {Overlap::Contained, Next->second.get()};
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
  return *(Mappings[Begin.Value] = std::move(New));
}

void MappingTable::erase(Mapping &Old) {
  auto Place = Mappings.find(Old.Begin.Value);
  std::unique_ptr<Mapping> Retired = std::move(Place->second);
  Mappings.erase(Place);
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
