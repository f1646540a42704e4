//===- ImageBudget.cpp - The limit of loaded images on a device -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageBudget.h"

#include <algorithm>

using namespace ompjit::jit;

void ImageBudget::makeRoom(uint64_t Bytes) {
  MutexLock Lock(Guard);
  if (RetiredBytes)
    unloadRetired();
  bool HasRetired = false;
  while (LoadedBytes - RetiredBytes + Bytes > LimitBytes && retireOne())
    HasRetired = true;
  if (HasRetired)
    unloadRetired();
}

/// Returns false if there is no image left to retire.
bool ImageBudget::retireOne() {
  ImageHolder *Coldest = nullptr;
  uint64_t LastUse = UINT64_MAX;
  for (ImageHolder *Each : Holders)
    if (std::optional<uint64_t> Its = Each->coldest(); Its && *Its < LastUse) {
      Coldest = Each;
      LastUse = *Its;
    }
  if (Coldest)
    RetiredBytes += Coldest->retireColdest();
  return Coldest;
}

void ImageBudget::unloadRetired() {
  for (ImageHolder *Each : Holders) {
    const uint64_t Bytes = Each->unloadRetired();
    RetiredBytes -= Bytes;
    LoadedBytes -= Bytes;
  }
}

uint64_t ImageBudget::add(ImageHolder &Holder, uint64_t Bytes) {
  MutexLock Lock(Guard);
  if (std::find(Holders.begin(), Holders.end(), &Holder) == Holders.end())
    Holders.push_back(&Holder);
  LoadedBytes += Bytes;
  return Now.fetch_add(1, std::memory_order_relaxed);
}

/// Calls held() under the lock, because other threads may unload the holder's
/// images until then. A holder without images may still be in the list.
void ImageBudget::remove(ImageHolder &Holder) {
  MutexLock Lock(Guard);
  const ImageHolder::Held Last = Holder.held();
  LoadedBytes -= Last.Bytes;
  RetiredBytes -= Last.RetiredBytes;
  std::erase(Holders, &Holder);
}
