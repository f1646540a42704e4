//===- AddressSpace.cpp - The memory that the runtime knows -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSpace.h"

#include "Agent.h"
#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <iterator>

namespace ompjit::standin {

const AddressSpace::Entry *AddressSpace::find(uintptr_t Address) const {
  return find(Address, 1);
}

const AddressSpace::Entry *AddressSpace::find(uintptr_t Begin,
                                              uint64_t Bytes) const {
  auto After = Ranges.upper_bound(Begin);
  if (After == Ranges.begin())
    return nullptr;
  const Entry &Found = *std::prev(After);
  const uint64_t Offset = Begin - Found.first;
  return Offset < Found.second.Bytes && Bytes <= Found.second.Bytes - Offset
             ? &Found
             : nullptr;
}

bool AddressSpace::overlaps(uintptr_t Begin, uint64_t Bytes) const {
  auto After = Ranges.lower_bound(Begin + std::max<uint64_t>(Bytes, 1));
  if (After == Ranges.begin())
    return false;
  const auto &[First, What] = *std::prev(After);
  return Begin < First + What.Bytes;
}

const PageLock *AddressSpace::findLock(uintptr_t Address) const {
  for (const PageLock &Each : Locks)
    if (Address >= Each.Begin && Address - Each.Begin < Each.Bytes)
      return &Each;
  return nullptr;
}

/// The processor reaches all of the program's memory; a GPU's memory is only
/// reachable by itself until it is shared.
bool AddressSpace::reaches(const Agent &Who, uintptr_t Begin,
                           uint64_t Bytes) const {
  if (const Entry *In = find(Begin, Bytes))
    return In->second.Access.count(&Who);
  if (overlaps(Begin, Bytes))
    return false;
  if (!Who.isGpu() || Settings::get().HasPageableAccess)
    return true;
  return std::ranges::any_of(Locks, [&](const PageLock &Each) {
    return Each.Access.count(&Who) && Begin >= Each.firstPage() &&
           Begin <= Each.pastPages() && Bytes <= Each.pastPages() - Begin;
  });
}

std::string AddressSpace::describe(uintptr_t Address) const {
  auto After = Ranges.upper_bound(Address);
  if (After != Ranges.begin()) {
    const auto &[First, What] = *std::prev(After);
    if (const uint64_t Offset = Address - First; Offset <= What.Bytes)
      return text("at byte %llu of a range of %llu",
                  static_cast<unsigned long long>(Offset),
                  static_cast<unsigned long long>(What.Bytes));
  }
  return findLock(Address) ? "in locked memory" : "in no memory of the runtime";
}

std::map<uintptr_t, uint64_t>
AddressSpace::lockedPagesOf(const Agent &Who) const {
  std::vector<const PageLock *> All;
  for (const PageLock &Each : Locks)
    if (Each.Access.count(&Who))
      All.push_back(&Each);
  std::ranges::sort(All, {}, &PageLock::firstPage);
  std::map<uintptr_t, uint64_t> Pages;
  for (const PageLock *Each : All) {
    if (!Pages.empty()) {
      auto &[First, Bytes] = *std::prev(Pages.end());
      if (Each->firstPage() <= First + Bytes) {
        Bytes = std::max<uint64_t>(Bytes, Each->pastPages() - First);
        continue;
      }
    }
    Pages[Each->firstPage()] = Each->pastPages() - Each->firstPage();
  }
  return Pages;
}

} // namespace ompjit::standin
