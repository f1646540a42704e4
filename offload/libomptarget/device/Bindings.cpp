//===- Bindings.cpp - What is bound to late-bound functions ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"

#include "ompjit/Fragments/FragmentFile.h"

#include <algorithm>

namespace ompjit {

namespace {

std::string quoted(std::string_view Text) {
  return "'" + std::string(Text) + "'";
}

/// Returns what any of the fragment's images defines, without duplicates.
std::vector<std::string>
definitionsIn(const std::vector<fragments::FragmentImage> &Images) {
  std::vector<std::string> Names;
  for (const fragments::FragmentImage &Each : Images)
    Names.insert(Names.end(), Each.Defines.begin(), Each.Defines.end());
  std::sort(Names.begin(), Names.end());
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  return Names;
}

} // namespace

std::shared_ptr<const BoundFragment>
Bindings::find(std::span<const std::string> Region,
               std::string_view Symbol) const {
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  const Binding *Best = nullptr;
  for (const Binding &Each : All) {
    if (Each.Symbol != Symbol ||
        (!Each.Region.empty() &&
         std::find(Region.begin(), Region.end(), Each.Region) == Region.end()))
      continue;
    if (!Best || !Each.Region.empty() || Best->Region.empty())
      Best = &Each;
  }
  return Best ? Best->Fragment : nullptr;
}

Result<std::shared_ptr<const BoundFragment>>
Bindings::know(std::string_view Name, ByteView File) {
  const Digest128 Digest = digestOf(File);
  {
    const jit::ProcessLocks::Moment Gate(Process);
    const MutexLock Lock(Guard);
    if (auto Place = Known.find(Digest); Place != Known.end())
      return Place->second;
  }
  auto New = std::make_shared<BoundFragment>();
  New->Name = Name;
  New->File = File;
  New->Digest = Digest;
  Result<std::vector<fragments::FragmentImage>> Images =
      fragments::parse(New->File);
  if (!Images)
    return Error("the fragment " + quoted(Name) +
                 " is damaged: " + Images.error().message());
  New->Defines = definitionsIn(*Images);
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  return Known.try_emplace(Digest, std::move(New)).first->second;
}

void Bindings::bind(std::string_view Region, std::string_view Symbol,
                    std::shared_ptr<const BoundFragment> Fragment) {
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  std::erase_if(All, [&](const Binding &Each) {
    return !Each.Number && Each.Region == Region && Each.Symbol == Symbol;
  });
  All.push_back({std::string(Region), std::string(Symbol), std::move(Fragment),
                 /*Number=*/0, currentThread()});
  changed();
}

bool Bindings::unbind(std::string_view Region, std::string_view Symbol) {
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  const size_t NumRemoved = std::erase_if(All, [&](const Binding &Each) {
    return !Each.Number && Each.Region == Region && Each.Symbol == Symbol;
  });
  changed();
  return NumRemoved != 0;
}

Result<uint64_t>
Bindings::begin(std::string_view Region, std::string_view Symbol,
                std::shared_ptr<const BoundFragment> Fragment) {
  const ThreadId Self = currentThread();
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  for (const Binding &Each : All)
    if (Each.Number && Each.Symbol == Symbol && Each.Region == Region &&
        Each.Fragment != Fragment && Each.Thread.Process == Self.Process &&
        Each.Thread.Thread != Self.Thread)
      return Error("another thread has bound " + quoted(Each.Fragment->Name) +
                   " to it, and regions of all threads run what is bound");
  All.push_back({std::string(Region), std::string(Symbol), std::move(Fragment),
                 ++LastNumber, Self});
  changed();
  return LastNumber;
}

void Bindings::end(uint64_t Number) {
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  std::erase_if(All,
                [&](const Binding &Each) { return Each.Number == Number; });
  changed();
}

} // namespace ompjit
