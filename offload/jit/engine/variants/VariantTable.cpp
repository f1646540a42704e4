//===- VariantTable.cpp - The variants of a kernel on a device ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariantTable.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// The generic scheme is made once, and is the last one that a kernel gets.
Scheme &VariantTable::replaceScheme(std::vector<CountedFact> Counted) {
  Scheme *New = Counted.empty() ? &generic().scheme() : nullptr;
  GatedLock Lock(Process, Guard);
  if (!New)
    New = Schemes.emplace_back(std::make_unique<Scheme>(std::move(Counted)))
              .get();
  Current.store(New, std::memory_order_release);
  return *New;
}

Variant &VariantTable::variantFor(Scheme &Owner, const LaunchValues &Launch) {
  GatedLock Lock(Process, Guard);
  return Owner.variantFor(Launch);
}

Variant &VariantTable::generic() {
  GatedLock Lock(Process, Guard);
  auto Place = std::find_if(Schemes.begin(), Schemes.end(),
                            [](const auto &Each) { return Each->isGeneric(); });
  if (Place == Schemes.end())
    Place = Schemes.insert(
        Place, std::make_unique<Scheme>(std::vector<CountedFact>()));
  return (*Place)->variant({});
}

Variant &VariantTable::firstWithCode(const std::string &Code, Variant &New) {
  GatedLock Lock(Process, Guard);
  return New.scheme().firstWithCode(Code, New);
}

ompjit_kernel *VariantTable::findForLaunch(const LaunchValues &Launch) const {
  GatedLock Lock(Process, Guard);
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    if (Scheme::Fit Fit = Each->find(Launch))
      return Fit.kernel();
  return nullptr;
}

ompjit_kernel *VariantTable::findForLaunches(const Scheme &Wanted,
                                             const LaunchValues &Launch) const {
  GatedLock Lock(Process, Guard);
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    if (Each->isImpliedBy(Wanted))
      if (Scheme::Fit Fit = Each->find(Launch))
        return Fit.kernel();
  return nullptr;
}

bool VariantTable::publish(Variant &Changed, ompjit_kernel *Kernel,
                           Tier Serving, ImageState State) {
  GatedLock Lock(Process, Guard);
  if (isRetired(Kernel))
    return false;
  Changed.scheme().publish(Changed, Kernel, Serving, State);
  return true;
}

bool VariantTable::publishStandIn(Variant &Changed, ompjit_kernel *Kernel,
                                  Tier Serving) {
  GatedLock Lock(Process, Guard);
  if (isRetired(Kernel))
    return false;
  Changed.scheme().publishStandIn(Changed, Kernel, Serving);
  return true;
}

Variant &VariantTable::standIn(const LaunchValues &Launch,
                               ompjit_kernel *Kernel, Tier Serving) {
  GatedLock Lock(Process, Guard);
  Scheme &Owner = *Current.load(std::memory_order_relaxed);
  Variant &New = Owner.variantFor(Launch);
  Owner.publishStandIn(New, Kernel, Serving);
  return New;
}

void VariantTable::retire(ompjit_kernel *Kernel) {
  GatedLock Lock(Process, Guard);
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    Each->forget(Kernel);
  Retired.push_back(Kernel);
}

void VariantTable::release(ompjit_kernel *Kernel) {
  GatedLock Lock(Process, Guard);
  std::erase(Retired, Kernel);
}

uint64_t VariantTable::lastUse(const ompjit_kernel *Kernel) const {
  GatedLock Lock(Process, Guard);
  uint64_t Last = 0;
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    Last = std::max(Last, Each->lastUse(Kernel));
  return Last;
}

/// A launch that was about to publish a retired kernel must load the image
/// again.
bool VariantTable::isRetired(const ompjit_kernel *Kernel) const {
  return std::find(Retired.begin(), Retired.end(), Kernel) != Retired.end();
}
