//===- LauncherJitCache.cpp - Kernels by key ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/LauncherJitCache.h"

#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <cassert>
#include <vector>

using namespace ompjit;

bool LauncherKey::operator==(const LauncherKey &Other) const {
  if (Hash != Other.Hash || Device != Other.Device ||
      NumFragments != Other.NumFragments || EntryPoint != Other.EntryPoint ||
      Options != Other.Options)
    return false;
  for (std::size_t I = 0; I != NumFragments; ++I)
    if (Fragments[I] != Other.Fragments[I])
      return false;
  return true;
}

namespace {

/// A kernel, or the place where one is being made.
struct Place {
  explicit Place(const LauncherKey &From)
      : EntryPoint(From.EntryPoint), Options(From.Options),
        Fragments(From.Fragments, From.Fragments + From.NumFragments),
        Key{EntryPoint,       From.Device, Fragments.data(),
            Fragments.size(), Options,     From.Hash} {}

  const std::string EntryPoint, Options;
  const std::vector<FragmentKey> Fragments;
  const LauncherKey Key;
  Mutex Making;
  std::unique_ptr<AlgorithmLauncher> Made OMPJIT_GUARDED_BY(Making);
  std::atomic<const AlgorithmLauncher *> Ready{nullptr};
};

/// A hash table with open addressing. It never changes but for places that are
/// added; a larger one replaces it.
struct Slots {
  explicit Slots(std::size_t Size) : All(Size) {}

  Place *find(const LauncherKey &Key) const {
    for (std::size_t I = Key.Hash;; ++I) {
      Place *Here = All[I & (All.size() - 1)].load(std::memory_order_acquire);
      if (!Here || Here->Key == Key)
        return Here;
    }
  }
  void add(Place &New) {
    for (std::size_t I = New.Key.Hash;; ++I) {
      std::atomic<Place *> &Slot = All[I & (All.size() - 1)];
      if (Slot.load(std::memory_order_relaxed))
        continue;
      Slot.store(&New, std::memory_order_release);
      return;
    }
  }

  std::vector<std::atomic<Place *>> All; ///< A power of two; half are empty.
};

} // namespace

class LauncherJitCache::Table {
public:
  Table() {
    const MutexLock Lock(Adding);
    grow(64);
  }

  Place *find(const LauncherKey &Key) const {
    return Current.load(std::memory_order_acquire)->find(Key);
  }

  Place &findOrAdd(const LauncherKey &Key) {
    const MutexLock Lock(Adding);
    if (Place *Known = find(Key))
      return *Known;
    Places.push_back(std::make_unique<Place>(Key));
    if (2 * Places.size() > Generations.back()->All.size())
      grow(2 * Generations.back()->All.size());
    else
      Generations.back()->add(*Places.back());
    return *Places.back();
  }

private:
  void grow(std::size_t Size) OMPJIT_REQUIRES(Adding) {
    auto Larger = std::make_unique<Slots>(Size);
    for (const std::unique_ptr<Place> &Each : Places)
      Larger->add(*Each);
    Current.store(Larger.get(), std::memory_order_release);
    // Others may be searching the smaller ones.
    Generations.push_back(std::move(Larger));
  }

  Mutex Adding;
  std::vector<std::unique_ptr<Place>> Places OMPJIT_GUARDED_BY(Adding);
  std::vector<std::unique_ptr<Slots>> Generations OMPJIT_GUARDED_BY(Adding);
  std::atomic<const Slots *> Current{nullptr};
};

LauncherJitCache::LauncherJitCache() : Kernels(std::make_unique<Table>()) {}
LauncherJitCache::~LauncherJitCache() = default;

const AlgorithmLauncher *LauncherJitCache::find(const LauncherKey &Key) const {
  const Place *Found = Kernels->find(Key);
  return Found ? Found->Ready.load(std::memory_order_acquire) : nullptr;
}

const AlgorithmLauncher &LauncherJitCache::get(const LauncherKey &Key,
                                               const Maker &Make) {
  Place &Here = Kernels->findOrAdd(Key);
  const MutexLock Lock(Here.Making);
  if (!Here.Made) {
    Here.Made = Make();
    Here.Ready.store(Here.Made.get(), std::memory_order_release);
  }
  return *Here.Made;
}
