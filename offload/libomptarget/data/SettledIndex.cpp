//===- SettledIndex.cpp - Finds data that kernels can use -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettledIndex.h"

#include <memory>

namespace ompjit {

/// Returns empty slots.
SettledIndex::Slots SettledIndex::allocate(size_t Count) {
  const size_t Bytes = Count * sizeof(SettledPlace);
  auto *First = static_cast<SettledPlace *>(allocatePages(Bytes));
  std::uninitialized_value_construct_n(First, Count);
  return Slots(First, FreeSlots{Bytes});
}

/// Calls \p Callback with the number of the table and the content of a slot for
/// each granule that the mapping touches.
template <typename Action>
void SettledIndex::forEachGranule(const Mapping &M, Action Callback) {
  const int N = tableFor(M.size());
  if (N >= NumTables)
    return;
  SettledPlace P;
  P.Begin = M.Begin.Value;
  P.Size = M.size();
  P.IsPermanent = M.IsPermanent;
  P.Device = M.Device;
  P.Owner = const_cast<Mapping *>(&M);
  Callback(N, P);
  P.IsSecondGranule = 1;
  if (P.Begin >> shift(N) != (M.End.Value - 1) >> shift(N))
    Callback(N, P);
}

void SettledIndex::insert(Mapping &New) {
  forEachGranule(New, [this](int N, const SettledPlace &P) {
    Tables[N].add(P, N);
    InUse |= uint32_t(1) << N;
  });
}

void SettledIndex::erase(const Mapping &Old) {
  forEachGranule(Old, [this](int N, const SettledPlace &P) {
    Tables[N].remove(P, N);
    if (!Tables[N].Used)
      InUse &= ~(uint32_t(1) << N);
  });
}

void SettledIndex::Table::add(const SettledPlace &New, int N) {
  // At most half full, so that a search ends soon.
  if (2 * (Used + 1) > Mask)
    resize(Places ? 2 * (Mask + 1) : InitialSlots, N);
  size_t I = homeOf(New, N);
  while (Places[I].Size)
    I = (I + 1) & Mask;
  Places[I] = New;
  ++Used;
}

/// Moves the following slots forward, so that no search ends too early.
void SettledIndex::Table::remove(const SettledPlace &Old, int N) {
  size_t Hole = homeOf(Old, N);
  while (Places[Hole].Owner != Old.Owner ||
         Places[Hole].IsSecondGranule != Old.IsSecondGranule)
    Hole = (Hole + 1) & Mask;
  for (size_t I = (Hole + 1) & Mask; Places[I].Size; I = (I + 1) & Mask) {
    const size_t FromHome = (I - homeOf(Places[I], N)) & Mask;
    if (FromHome < ((I - Hole) & Mask))
      continue; // Its first slot is behind the hole.
    Places[Hole] = Places[I];
    Hole = I;
  }
  Places[Hole] = SettledPlace();
  // Small enough to keep for the next mapping.
  if (--Used == 0 && Mask >= InitialSlots)
    *this = Table();
}

void SettledIndex::Table::resize(size_t Count, int N) {
  Table Larger;
  Larger.Places = allocate(Count);
  Larger.Mask = Count - 1;
  for (size_t I = 0; Places && I <= Mask; ++I)
    if (Places[I].Size)
      Larger.add(Places[I], N);
  *this = std::move(Larger);
}

} // namespace ompjit
