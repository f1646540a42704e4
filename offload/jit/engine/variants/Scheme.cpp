//===- Scheme.cpp - Which facts count, and the variants for them ----------===//
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

/// Most launches repeat one, and comparing fingerprints is quicker than finding
/// out facts.
Variant *Scheme::findBehind(const Variant &Newer,
                            const LaunchValues &Launch) const {
  Variant *At = Newer.Next;
  if (Launch.isComparable()) {
    const uint64_t Print = Launch.fingerprint();
    for (; At; At = At->Next)
      if (At->FirstPrint.load(std::memory_order_relaxed) == Print &&
          At->isKnown(Launch))
        return At;
    At = Newer.Next;
  }
  while (At && !fits(*At, Launch))
    At = At->Next;
  return At;
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
    Known = Variants.insert(std::make_unique<Variant>(*this, std::move(Values)))
                .first;
  return **Known;
}

uint64_t Scheme::knownFields(const Variant::Values &Values) const {
  for (size_t I = 0; I != Counted.size(); ++I)
    if (Counted[I].Name.Kind == FactKind::KnownFields)
      return Values[I];
  return 0;
}

std::vector<Fact> Scheme::facts(const Variant &Of) const {
  const Variant::Values &Values = Of.Is;
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
  const uint64_t KnownToOne = knownFields(One.Is) ^ knownFields(Other.Is);
  std::vector<size_t> Places;
  for (size_t I = 0; I != Counted.size(); ++I) {
    const FactKind Kind = Counted[I].Name.Kind;
    if (Kind == FactKind::KnownFields)
      continue;
    if (One.Is[I] != Other.Is[I] ||
        (Kind == FactKind::Field && KnownToOne >> Counted[I].Index & 1))
      Places.push_back(I);
  }
  return Places;
}

const Variant *Scheme::nearestOther(const Variant &Than) const {
  const Variant *Nearest = nullptr;
  size_t Least = 0;
  const Variant *At = Newest.load(std::memory_order_acquire);
  for (; At; At = At->Next) {
    size_t Distance = 0;
    for (size_t I = 0; I != Counted.size(); ++I)
      Distance += At->Is[I] != Than.Is[I];
    if (Distance && (!Nearest || Distance < Least)) {
      Nearest = At;
      Least = Distance;
    }
  }
  return Nearest;
}

Variant &Scheme::firstWithCode(const std::string &Code, Variant &New) {
  return *ByCode.try_emplace(Code, &New).first->second;
}

void Scheme::publish(Variant &At, ompjit_kernel *Kernel) {
  At.Kernel.store(Kernel, std::memory_order_release);
  At.Awaited.store(nullptr, std::memory_order_release);
  list(At);
}

void Scheme::publishStandIn(Variant &At, ompjit_kernel *Kernel,
                            PendingImage &For) {
  if (At.Kernel.load(std::memory_order_relaxed) &&
      !At.Awaited.load(std::memory_order_relaxed))
    return;
  At.Awaited.store(&For, std::memory_order_release);
  At.Kernel.store(Kernel, std::memory_order_release);
  list(At);
}

void Scheme::list(Variant &At) {
  if (std::exchange(At.IsListed, true))
    return;
  At.Next = Newest.load(std::memory_order_relaxed);
  Newest.store(&At, std::memory_order_release);
}

void Scheme::forget(ompjit_kernel *Kernel) {
  Variant *At = Newest.load(std::memory_order_relaxed);
  for (; At; At = At->Next)
    if (At->Kernel.load(std::memory_order_relaxed) == Kernel)
      At->Kernel.store(nullptr, std::memory_order_seq_cst);
}

uint64_t Scheme::lastUse(const ompjit_kernel *Kernel) const {
  uint64_t Last = 0;
  const Variant *At = Newest.load(std::memory_order_relaxed);
  for (; At; At = At->Next)
    if (At->Kernel.load(std::memory_order_relaxed) == Kernel)
      Last = std::max(Last, At->LastUse.load(std::memory_order_relaxed));
  return Last;
}
