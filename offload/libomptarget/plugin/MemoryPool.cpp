//===- MemoryPool.cpp - Freed device memory, kept for the next use --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPool.h"

#include <algorithm>
#include <bit>

namespace ompjit {

namespace {

/// Plugins align every allocation to this, so smaller blocks would save
/// nothing.
constexpr uint64_t MinBlockBytes = 128;
/// 64 MiB over all shelves: 8192 blocks of the default threshold.
constexpr uint64_t UsualShelfBytes = uint64_t(4) << 20;
/// With a large threshold a shelf still keeps some of the largest blocks.
constexpr uint64_t LargestBlocksPerShelf = 2;
/// No device has more; a larger threshold means "everything".
constexpr uint64_t MaxThresholdBytes = uint64_t(1) << 46;

} // namespace

MemoryPool::Bucket MemoryPool::bucketFor(uint64_t Size) {
  return Bucket(std::bit_width(std::max(Size, MinBlockBytes) - 1));
}

uint64_t MemoryPool::shelfBytes(uint64_t ThresholdBytes) {
  const uint64_t Largest =
      uint64_t(1) << bucketFor(std::min(ThresholdBytes, MaxThresholdBytes));
  return std::max(UsualShelfBytes, LargestBlocksPerShelf * Largest);
}

MemoryPool::MemoryPool(PluginMemory Plugin, uint64_t Threshold)
    : Plugin(Plugin), ThresholdBytes(std::min(Threshold, MaxThresholdBytes)),
      MaxShelfBytes(shelfBytes(Threshold)) {
  for (Shelf &Each : Shelves) {
    MutexLock Lock(Each.ShelfMutex);
    Each.Free.resize(bucketFor(ThresholdBytes) + 1);
  }
}

MemoryPool::~MemoryPool() { trim(); }

Result<void *> MemoryPool::allocate(uint64_t Size, ompjit_memory_kind Kind) {
  if (!isPooled(Size, Kind))
    return allocateNew(Size, Kind);
  const Bucket B = bucketFor(Size);
  void *Block = takeFree(B);
  if (!Block) {
    Result<void *> New = allocateNew(uint64_t(1) << B, Kind);
    if (!New)
      return New;
    Block = *New;
  }
  Ledger &Book = ledgerFor(Block);
  MutexLock Lock(Book.LedgerMutex);
  Book.InUse[Block] = B;
  return Block;
}

Status MemoryPool::free(void *Address, ompjit_memory_kind Kind) {
  if (Kind == OMPJIT_MEMORY_DEVICE) {
    Ledger &Book = ledgerFor(Address);
    Bucket B = 0;
    {
      MutexLock Lock(Book.LedgerMutex);
      if (auto Place = Book.InUse.find(Address); Place != Book.InUse.end()) {
        B = Place->second;
        Book.InUse.erase(Place);
      }
    }
    if (B && shelve(Address, B))
      return Done{};
  }
  return Plugin.free(Address, Kind);
}

/// Takes the block that was freed last, which is most likely to be in the
/// device's caches.
void *MemoryPool::takeFree(Bucket B) {
  const size_t Mine = threadSlot();
  for (size_t I = 0; I < NumThreadSlots; ++I)
    if (void *Block = takeFrom(Shelves[(Mine + I) % NumThreadSlots], B))
      return Block;
  return nullptr;
}

void *MemoryPool::takeFrom(Shelf &From, Bucket B) {
  MutexLock Lock(From.ShelfMutex);
  std::vector<void *> &Blocks = From.Free[B];
  if (Blocks.empty())
    return nullptr;
  void *Block = Blocks.back();
  Blocks.pop_back();
  From.Bytes -= uint64_t(1) << B;
  return Block;
}

/// Returns false if the shelf is full.
bool MemoryPool::shelve(void *Address, Bucket B) {
  const uint64_t Size = uint64_t(1) << B;
  Shelf &Mine = Shelves[threadSlot()];
  MutexLock Lock(Mine.ShelfMutex);
  if (Mine.Bytes + Size > MaxShelfBytes)
    return false;
  Mine.Bytes += Size;
  Mine.Free[B].push_back(Address);
  return true;
}

Result<void *> MemoryPool::allocateNew(uint64_t Size, ompjit_memory_kind Kind) {
  Result<void *> New = Plugin.allocate(Size, Kind);
  if (New || !trim())
    return New;
  return Plugin.allocate(Size, Kind);
}

size_t MemoryPool::trim() {
  size_t Count = 0;
  for (Shelf &Each : Shelves) {
    std::vector<void *> Blocks;
    {
      MutexLock Lock(Each.ShelfMutex);
      for (std::vector<void *> &OfSize : Each.Free) {
        Blocks.insert(Blocks.end(), OfSize.begin(), OfSize.end());
        OfSize.clear();
      }
      Each.Bytes = 0;
    }
    // Done without the lock, because the driver may wait for the device.
    for (void *Block : Blocks)
      (void)Plugin.free(Block, OMPJIT_MEMORY_DEVICE);
    Count += Blocks.size();
  }
  return Count;
}

MemoryPool::Ledger &MemoryPool::ledgerFor(void *Address) {
  constexpr uint64_t Golden = 0x9e3779b97f4a7c15;
  const uint64_t Hash = reinterpret_cast<uintptr_t>(Address) * Golden;
  return Ledgers[(Hash >> 32) % NumThreadSlots];
}

} // namespace ompjit
