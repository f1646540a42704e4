//===- Recipe.cpp - Which arguments count, and what is loaded -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recipe.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// One by one: a long list would destroy itself recursively.
Recipe::~Recipe() {
  while (Owner)
    Owner = std::move(Owner->Next);
}

void Recipe::Node::remember(const LaunchValues &Launch) const {
  auto Copy = std::make_unique<LaunchCopy>(Launch);
  const LaunchCopy *None = nullptr;
  if (First.compare_exchange_strong(None, Copy.get(),
                                    std::memory_order_release))
    (void)Copy.release();
}

bool Recipe::isImpliedBy(const Recipe &Other) const {
  return std::all_of(
      Counted.begin(), Counted.end(), [&](const CountedFact &Fact) {
        return std::find(Other.Counted.begin(), Other.Counted.end(), Fact) !=
               Other.Counted.end();
      });
}

std::vector<uint64_t> Recipe::valuesOf(const LaunchValues &Launch) const {
  std::vector<uint64_t> Values;
  Values.reserve(Counted.size());
  for (const CountedFact &Fact : Counted)
    Values.push_back(Launch.of(Fact));
  return Values;
}

uint64_t Recipe::knownFields(const std::vector<uint64_t> &Values) const {
  for (size_t I = 0; I != Counted.size(); ++I)
    if (Counted[I].Name.Kind == FactKind::KnownFields)
      return Values[I];
  return 0;
}

std::vector<Fact> Recipe::facts(const std::vector<uint64_t> &Values) const {
  std::vector<Fact> Facts;
  Facts.reserve(Counted.size());
  const uint64_t Fields = knownFields(Values);
  for (size_t I = 0; I != Counted.size(); ++I) {
    const FactKind Kind = Counted[I].Name.Kind;
    const bool IsKnown =
        Kind == FactKind::Field         ? Fields >> Counted[I].Index & 1
        : Kind == FactKind::KnownFields ? false
                                        : isAlwaysKnown(Kind) || Values[I] != 0;
    if (IsKnown)
      Facts.push_back({Counted[I].Name, Values[I]});
  }
  return Facts;
}

std::vector<size_t>
Recipe::differences(const std::vector<uint64_t> &Values,
                    const std::vector<uint64_t> &Others) const {
  const uint64_t KnownToOne = knownFields(Values) ^ knownFields(Others);
  std::vector<size_t> Places;
  for (size_t I = 0; I != Counted.size(); ++I) {
    const FactKind Kind = Counted[I].Name.Kind;
    if (Kind == FactKind::KnownFields)
      continue;
    if (Values[I] != Others[I] ||
        (Kind == FactKind::Field && KnownToOne >> Counted[I].Index & 1))
      Places.push_back(I);
  }
  return Places;
}

const std::vector<uint64_t> *
Recipe::nearestOther(const std::vector<uint64_t> &Values) const {
  const std::vector<uint64_t> *Nearest = nullptr;
  size_t Least = 0;
  const Node *At = Newest.load(std::memory_order_acquire);
  for (; At; At = At->Next.get()) {
    size_t Distance = 0;
    for (size_t I = 0; I != Values.size(); ++I)
      Distance += At->Values[I] != Values[I];
    if (Distance && (!Nearest || Distance < Least)) {
      Nearest = &At->Values;
      Least = Distance;
    }
  }
  return Nearest;
}

void Recipe::publish(const std::vector<uint64_t> &Values,
                     ompjit_kernel *Kernel) {
  Node *Known = HasOpenNodes ? nodeOf(Values) : nullptr;
  if (!Known)
    return push(Values, Kernel, nullptr);
  Known->Kernel.store(Kernel, std::memory_order_release);
  Known->Awaited.store(nullptr, std::memory_order_release);
}

void Recipe::replace(const std::vector<uint64_t> &Values,
                     ompjit_kernel *Kernel) {
  HasOpenNodes = true;
  publish(Values, Kernel);
}

void Recipe::publishStandIn(const std::vector<uint64_t> &Values,
                            ompjit_kernel *Kernel, AwaitedImage &For) {
  HasOpenNodes = true;
  Node *Known = nodeOf(Values);
  if (!Known)
    return push(Values, Kernel, &For);
  if (Known->Kernel.load(std::memory_order_relaxed) &&
      !Known->Awaited.load(std::memory_order_relaxed))
    return;
  Known->Awaited.store(&For, std::memory_order_release);
  Known->Kernel.store(Kernel, std::memory_order_release);
}

void Recipe::forget(ompjit_kernel *Kernel) {
  HasOpenNodes = true;
  for (Node *At = Owner.get(); At; At = At->Next.get())
    if (At->Kernel.load(std::memory_order_relaxed) == Kernel)
      At->Kernel.store(nullptr, std::memory_order_seq_cst);
}

uint64_t Recipe::lastUse(const ompjit_kernel *Kernel) const {
  uint64_t Last = 0;
  for (const Node *At = Owner.get(); At; At = At->Next.get())
    if (At->Kernel.load(std::memory_order_relaxed) == Kernel)
      Last = std::max(Last, At->LastUse.load(std::memory_order_relaxed));
  return Last;
}

Recipe::Node *Recipe::nodeOf(const std::vector<uint64_t> &Values) const {
  Node *At = Owner.get();
  while (At && At->Values != Values)
    At = At->Next.get();
  return At;
}

void Recipe::push(const std::vector<uint64_t> &Values, ompjit_kernel *Kernel,
                  AwaitedImage *Awaited) {
  Owner = std::unique_ptr<Node>(
      new Node(Values, Kernel, Awaited, std::move(Owner)));
  Newest.store(Owner.get(), std::memory_order_release);
}
