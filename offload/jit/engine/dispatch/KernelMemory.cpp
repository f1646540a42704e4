//===- KernelMemory.cpp - Which images of a kernel are loaded -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images that were not used for long make room for others (ImageBudget.h).
//
//===----------------------------------------------------------------------===//

#include "KernelImpl.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

/// Code that is loaded already is not loaded again.
Result<ompjit_kernel *> KernelImpl::loadCode(const Image &Content) {
  {
    GatedLock Lock(Engine.Process, Guard);
    for (const LoadedImage &Each : Images)
      if (!Content.Code.empty() && Each.Code == Content.Code)
        return Each.Kernel;
  }
  return load(Content);
}

/// The image's slots are filled before anybody can launch a kernel of it.
Result<ompjit_kernel *> KernelImpl::load(const Image &Content) {
  Budget.makeRoom(Content.Bytes.size());
  Result<std::unique_ptr<DeviceImage>> Loaded =
      DeviceImage::load(On, Content.Bytes, std::string(Info.Symbol));
  if (!Loaded)
    return Loaded.takeError();
  if (Status Filled = (*Loaded)->fillSlots(Content.Slots, Base.Image.get());
      !Filled)
    return Filled.takeError().context("connecting the image of " +
                                      Report.kernel());
  Result<ompjit_kernel *> Found =
      (*Loaded)->kernel(std::string(Info.Symbol), Info.NumParameters);
  if (!Found)
    return Found;
  Report.loaded();
  const uint64_t Bytes = Content.Bytes.size();
  const uint64_t LoadedAt = Budget.add(*this, Bytes);
  GatedLock Lock(Engine.Process, Guard);
  Images.push_back({std::move(*Loaded), *Found, Bytes, LoadedAt, Content.Code,
                    /*Users=*/nullptr});
  return Found;
}

KernelImpl::Held KernelImpl::held() {
  GatedLock Lock(Engine.Process, Guard);
  Held Now;
  for (const LoadedImage &Each : Images)
    Now.Bytes += Each.Bytes;
  for (const LoadedImage &Each : Retired)
    Now.RetiredBytes += Each.Bytes;
  Now.Bytes += Now.RetiredBytes;
  return Now;
}

uint64_t KernelImpl::lastUse(const LoadedImage &Of) const {
  uint64_t Last = Of.LoadedAt;
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    Last = std::max(Last, Each->lastUse(Of.Kernel));
  return Last;
}

std::optional<uint64_t> KernelImpl::coldest() {
  if (!On.Launches)
    return std::nullopt;
  GatedLock Lock(Engine.Process, Guard);
  std::optional<uint64_t> Coldest;
  for (const LoadedImage &Each : Images)
    if (const uint64_t Last = lastUse(Each); !Coldest || Last < *Coldest)
      Coldest = Last;
  return Coldest;
}

uint64_t KernelImpl::retireColdest() {
  GatedLock Lock(Engine.Process, Guard);
  auto Coldest = std::min_element(
      Images.begin(), Images.end(),
      [this](const LoadedImage &A, const LoadedImage &B)
          OMPJIT_REQUIRES(Guard) { return lastUse(A) < lastUse(B); });
  for (const std::unique_ptr<Scheme> &Each : Schemes)
    Each->forget(Coldest->Kernel);
  Coldest->Users = On.Launches->earlier();
  const uint64_t Bytes = Coldest->Bytes;
  Retired.push_back(std::move(*Coldest));
  Images.erase(Coldest);
  return Bytes;
}

uint64_t KernelImpl::unloadRetired() {
  std::vector<LoadedImage> Unused;
  uint64_t Bytes = 0;
  {
    GatedLock Lock(Engine.Process, Guard);
    for (size_t I = Retired.size(); I-- != 0;) {
      if (!Retired[I].Users->areOver())
        continue;
      Bytes += Retired[I].Bytes;
      Unused.push_back(std::move(Retired[I]));
      Retired.erase(Retired.begin() + std::ptrdiff_t(I));
    }
  }
  for (LoadedImage &Each : Unused) {
    Each.Content.reset();
    Report.unloaded(Each.Bytes);
  }
  return Bytes;
}

/// Launches that were about to publish it must not; it comes back.
bool KernelImpl::isRetired(ompjit_kernel *Kernel) const {
  return std::any_of(
      Retired.begin(), Retired.end(),
      [&](const LoadedImage &Each) { return Each.Kernel == Kernel; });
}
