//===- Scheme.cpp - The facts that count, and their variants --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheme.h"

#include <algorithm>
#include <utility>

using namespace ompjit;
using namespace ompjit::jit;

bool Scheme::isImpliedBy(const Scheme &Other) const {
  return std::all_of(
      Counted.begin(), Counted.end(), [&](const CountedFact &Fact) {
        return std::find(Other.Counted.begin(), Other.Counted.end(), Fact) !=
               Other.Counted.end();
      });
}

/// Most launches repeat an earlier one, and comparing fingerprints is quicker
/// than computing facts.
Variant *Scheme::findBehind(const Variant &Newer,
                            const LaunchValues &Launch) const {
  if (Launch.isComparable()) {
    const uint64_t Print = Launch.fingerprint();
    for (Variant *Each = Newer.Next; Each; Each = Each->Next)
      if (Each->FirstPrint.load(std::memory_order_relaxed) == Print &&
          Each->isKnown(Launch))
        return Each;
  }
  Variant *Found = Newer.Next;
  while (Found && !fits(*Found, Launch))
    Found = Found->Next;
  return Found;
}

Variant &Scheme::variantFor(const LaunchValues &Launch) {
  Variant::Values Values;
  Values.reserve(Counted.size());
  for (const CountedFact &Fact : Counted)
    Values.push_back(Launch.of(Fact));
  return variant(std::move(Values));
}

Variant &Scheme::variant(Variant::Values Values) {
  auto Known = Variants.find(Values);
  if (Known == Variants.end())
    Known = Variants.insert(std::make_shared<Variant>(*this, std::move(Values)))
                .first;
  return **Known;
}

uint64_t Scheme::knownFields(const Variant::Values &Values) const {
  for (size_t I = 0; I != Counted.size(); ++I)
    if (Counted[I].Name.Kind == FactKind::KnownFields)
      return Values[I];
  return 0;
}

std::vector<Fact> Scheme::facts(const Variant &Wanted) const {
  const Variant::Values &Values = Wanted.Own;
  std::vector<Fact> Facts;
  Facts.reserve(Counted.size());
  const uint64_t Fields = knownFields(Values);
  for (size_t I = 0; I != Counted.size(); ++I) {
    const FactTraits &Traits = traitsOf(Counted[I].Name.Kind);
    const bool IsKnown =
        Traits.Known != FactKnown::IfListed || (Fields >> Counted[I].Index & 1);
    if (Traits.isInRequests() && IsKnown && Traits.hasValue(Values[I]))
      Facts.push_back({Counted[I].Name, Values[I]});
  }
  return Facts;
}

std::vector<size_t> Scheme::differences(const Variant &One,
                                        const Variant &Other) const {
  const uint64_t KnownToOne = knownFields(One.Own) ^ knownFields(Other.Own);
  std::vector<size_t> Places;
  for (size_t I = 0; I != Counted.size(); ++I) {
    const FactKind Kind = Counted[I].Name.Kind;
    if (Kind == FactKind::KnownFields)
      continue;
    if (One.Own[I] != Other.Own[I] ||
        (Kind == FactKind::Field && KnownToOne >> Counted[I].Index & 1))
      Places.push_back(I);
  }
  return Places;
}

const Variant *Scheme::nearestOther(const Variant &Wanted) const {
  const Variant *Nearest = nullptr;
  size_t Least = 0;
  for (const Variant *Each = Newest.load(std::memory_order_acquire); Each;
       Each = Each->Next) {
    size_t Distance = 0;
    for (size_t I = 0; I != Counted.size(); ++I)
      Distance += Each->Own[I] != Wanted.Own[I];
    if (Distance && (!Nearest || Distance < Least)) {
      Nearest = Each;
      Least = Distance;
    }
  }
  return Nearest;
}

Variant &Scheme::firstWithCode(const std::string &Code, Variant &New) {
  return *ByCode.try_emplace(Code, &New).first->second;
}

void Scheme::publish(Variant &Changed, ompjit_kernel *Kernel, Tier Serving,
                     ImageState State) {
  Changed.Serving.store(Serving, std::memory_order_relaxed);
  Changed.Kernel.store(Kernel, std::memory_order_release);
  Changed.Progress.change(State);
  list(Changed);
}

void Scheme::publishStandIn(Variant &Changed, ompjit_kernel *Kernel,
                            Tier Serving) {
  if (Changed.Kernel.load(std::memory_order_relaxed) &&
      isSettled(Changed.Progress.state()))
    return;
  Changed.Serving.store(Serving, std::memory_order_relaxed);
  Changed.Kernel.store(Kernel, std::memory_order_release);
  list(Changed);
}

void Scheme::list(Variant &New) {
  if (std::exchange(New.IsListed, true))
    return;
  New.Next = Newest.load(std::memory_order_relaxed);
  Newest.store(&New, std::memory_order_release);
}

void Scheme::forget(ompjit_kernel *Kernel) {
  for (Variant *Each = Newest.load(std::memory_order_relaxed); Each;
       Each = Each->Next)
    if (Each->Kernel.load(std::memory_order_relaxed) == Kernel) {
      Each->Kernel.store(nullptr, std::memory_order_seq_cst);
      Each->Progress.change(ImageState::Retired);
    }
}

uint64_t Scheme::lastUse(const ompjit_kernel *Kernel) const {
  uint64_t Last = 0;
  for (const Variant *Each = Newest.load(std::memory_order_relaxed); Each;
       Each = Each->Next)
    if (Each->Kernel.load(std::memory_order_relaxed) == Kernel)
      Last = std::max(Last, Each->LastUse.load(std::memory_order_relaxed));
  return Last;
}
