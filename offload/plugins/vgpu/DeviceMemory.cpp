//===- DeviceMemory.cpp - Memory of a virtual GPU -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/HostMemory.h"

#include <cstring>

namespace ompjit::vgpu {

using plugins::fail;

namespace {

uintptr_t numberOf(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

void *pointerTo(uintptr_t Address) { return reinterpret_cast<void *>(Address); }

/// So far from an allocation an address is said to belong to it.
constexpr uint64_t NearBytes = 256;

/// What was freed should not look like what it was.
constexpr int Freed = 0xdf;

} // namespace

DeviceMemory::~DeviceMemory() {
  for (const auto &[Address, What] : Allocations)
    if (What.IsOurs)
      plugins::freeHostMemory(pointerTo(Address));
}

int DeviceMemory::allocate(uint64_t Size, void **Address, ompjit_error *Error) {
  std::lock_guard Lock(Mutex);
  if (Size > LimitBytes - UsedBytes)
    return fail(Error,
                "out of memory: %llu bytes asked for, %llu of %llu in use",
                static_cast<unsigned long long>(Size),
                static_cast<unsigned long long>(UsedBytes),
                static_cast<unsigned long long>(LimitBytes));
  if (int Failed = plugins::allocateHostMemory(Size, Address, Error))
    return Failed;
  UsedBytes += Size;
  Allocations[numberOf(*Address)] = {Size, false, true};
  return 0;
}

int DeviceMemory::free(void *Address, ompjit_error *Error) {
  if (!Address)
    return 0;
  std::lock_guard Lock(Mutex);
  auto At = Allocations.find(numberOf(Address));
  if (At == Allocations.end() || !At->second.IsOurs)
    return fail(Error, "%p is not the begin of an allocation", Address);
  if (At->second.IsFreed)
    return fail(Error, "%p was freed before", Address);
  const uint64_t Size = At->second.Size;
  UsedBytes -= Size;
  if (!KeepsFreed) {
    Allocations.erase(At);
    plugins::freeHostMemory(Address);
    return 0;
  }
  At->second.IsFreed = true;
  std::memset(Address, Freed, Size);
  Kept.push_back(At->first);
  KeptBytes += Size;
  while (KeptBytes > MaxKeptBytes)
    releaseOldest();
  return 0;
}

void DeviceMemory::releaseOldest() {
  auto At = Allocations.find(Kept.front());
  Kept.pop_front();
  KeptBytes -= At->second.Size;
  plugins::freeHostMemory(pointerTo(At->first));
  Allocations.erase(At);
}

void DeviceMemory::add(const void *Begin, uint64_t Size) {
  std::lock_guard Lock(Mutex);
  Allocations[numberOf(Begin)] = {Size, false, false};
}

void DeviceMemory::remove(const void *Begin) {
  std::lock_guard Lock(Mutex);
  Allocations.erase(numberOf(Begin));
}

bool DeviceMemory::contains(const void *Begin, uint64_t Size) const {
  std::shared_lock Lock(Mutex);
  auto After = Allocations.upper_bound(numberOf(Begin));
  if (After == Allocations.begin())
    return false;
  const auto &[First, What] = *std::prev(After);
  const uint64_t Offset = numberOf(Begin) - First;
  return !What.IsFreed && Offset <= What.Size && Size <= What.Size - Offset;
}

std::string DeviceMemory::describe(const void *Address) const {
  std::shared_lock Lock(Mutex);
  auto After = Allocations.upper_bound(numberOf(Address));
  if (After != Allocations.begin()) {
    const auto &[First, What] = *std::prev(After);
    const uint64_t Offset = numberOf(Address) - First;
    const std::string Text =
        "an allocation of " + std::to_string(What.Size) + " bytes";
    if (Offset < What.Size)
      return What.IsFreed ? "in " + Text + " that was freed"
                          : "at the end of " + Text;
    if (Offset == What.Size)
      return "right behind " + Text + (What.IsFreed ? " that was freed" : "");
    if (Offset - What.Size < NearBytes)
      return std::to_string(Offset - What.Size) + " bytes behind " + Text +
             (What.IsFreed ? " that was freed" : "");
  }
  if (After != Allocations.end() &&
      After->first - numberOf(Address) < NearBytes)
    return std::to_string(After->first - numberOf(Address)) +
           " bytes before an allocation of " +
           std::to_string(After->second.Size) + " bytes";
  return Address ? "in no memory of the device" : "at the null pointer";
}

} // namespace ompjit::vgpu
