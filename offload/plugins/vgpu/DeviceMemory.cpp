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

#include <algorithm>
#include <cstring>

namespace ompjit::vgpu {

using plugins::fail;

namespace {

uintptr_t numberOf(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

void *pointerTo(uintptr_t Address) { return reinterpret_cast<void *>(Address); }

/// Distance from an allocation within which an address is reported as near it.
constexpr uint64_t NearBytes = 256;

/// Fills freed memory, so that it does not look like its old content.
constexpr int Freed = 0xdf;

} // namespace

DeviceMemory::~DeviceMemory() {
  for (const auto &[Address, What] : Allocations)
    if (What.IsOurs)
      release(Address);
}

/// Host memory must not look as if it belonged to an allocation.
uint64_t DeviceMemory::margin() const { return IsChecked ? NearBytes : 0; }

void DeviceMemory::release(uintptr_t Begin) {
  plugins::freeHostMemory(pointerTo(Begin - margin()));
}

int DeviceMemory::allocate(uint64_t Size, void **Address, ompjit_error *Error,
                           bool IsOfDevice) {
  WriteLock Lock(Guard);
  if (Size > LimitBytes - UsedBytes)
    return fail(Error,
                "out of memory: %llu bytes asked for, %llu of %llu in use",
                static_cast<unsigned long long>(Size),
                static_cast<unsigned long long>(UsedBytes),
                static_cast<unsigned long long>(LimitBytes));
  void *Whole = nullptr;
  if (int Failed =
          plugins::allocateHostMemory(Size + 2 * margin(), &Whole, Error))
    return Failed;
  *Address = pointerTo(numberOf(Whole) + margin());
  UsedBytes += Size;
  Allocations[numberOf(*Address)] = {
      .Size = Size,
      .IsOurs = true,
      .Written = IsChecked && IsOfDevice ? std::make_shared<WrittenBytes>(Size)
                                         : nullptr};
  ++Changes;
  return 0;
}

int DeviceMemory::free(void *Address, ompjit_error *Error) {
  if (!Address)
    return 0;
  WriteLock Lock(Guard);
  auto At = Allocations.find(numberOf(Address));
  if (At == Allocations.end() || !At->second.IsOurs)
    return fail(Error, "%p is not the begin of an allocation", Address);
  if (At->second.IsFreed)
    return fail(Error, "%p was freed before", Address);
  const uint64_t Size = At->second.Size;
  UsedBytes -= Size;
  ++Changes;
  if (!IsChecked) {
    release(At->first);
    Allocations.erase(At);
    return 0;
  }
  At->second.IsFreed = true;
  At->second.Written = nullptr;
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
  release(At->first);
  Allocations.erase(At);
}

void DeviceMemory::add(const void *Begin, uint64_t Size) {
  WriteLock Lock(Guard);
  Allocations[numberOf(Begin)] = {.Size = Size};
  ++Changes;
}

void DeviceMemory::remove(const void *Begin) {
  WriteLock Lock(Guard);
  Allocations.erase(numberOf(Begin));
  ++Changes;
}

/// Called with the lock held.
const std::pair<const uintptr_t, DeviceMemory::Allocation> *
DeviceMemory::holderOf(const void *Address) const {
  auto After = Allocations.upper_bound(numberOf(Address));
  if (After == Allocations.begin())
    return nullptr;
  const auto &Holder = *std::prev(After);
  return numberOf(Address) - Holder.first < Holder.second.Size ? &Holder
                                                               : nullptr;
}

std::optional<MemoryRange> DeviceMemory::find(const void *Address) const {
  ReadLock Lock(Guard);
  const auto *Holder = holderOf(Address);
  if (!Holder || Holder->second.IsFreed)
    return std::nullopt;
  return MemoryRange{Holder->first, Holder->second.Size, Holder->second.Written,
                     Holder->second.Name};
}

void DeviceMemory::note(const void *Begin, uint64_t Size) {
  if (!IsChecked || !Size)
    return;
  const std::optional<MemoryRange> In = find(Begin);
  if (!In || !In->Written)
    return;
  const uint64_t Offset = numberOf(Begin) - In->Begin;
  In->Written->note(Offset, std::min(Size, In->Size - Offset));
}

void DeviceMemory::noteCopy(const void *To, const void *From, uint64_t Size) {
  if (!IsChecked || !Size)
    return;
  const std::optional<MemoryRange> There = find(To), Here = find(From);
  note(To, Size);
  if (!There || !There->Written || !Here || !Here->Written)
    return;
  const uint64_t Offset = numberOf(To) - There->Begin,
                 FromOffset = numberOf(From) - Here->Begin;
  There->Written->copy(
      Offset, std::min({Size, There->Size - Offset, Here->Size - FromOffset}),
      *Here->Written, FromOffset);
}

void DeviceMemory::setName(const void *Begin, std::string Name) {
  WriteLock Lock(Guard);
  auto At = Allocations.find(numberOf(Begin));
  if (At == Allocations.end())
    return;
  At->second.Name = std::make_shared<const std::string>(std::move(Name));
  ++Changes;
}

std::string DeviceMemory::Allocation::text() const {
  return (Name ? *Name + ", " : std::string()) + "an allocation of " +
         std::to_string(Size) + " bytes" + (IsFreed ? " that was freed" : "");
}

DeviceMemory::Place DeviceMemory::placeOf(const void *Address) const {
  ReadLock Lock(Guard);
  if (const auto *Holder = holderOf(Address))
    return Holder->second.IsFreed ? Place::Freed : Place::Near;
  auto After = Allocations.upper_bound(numberOf(Address));
  if (After != Allocations.begin())
    if (const auto &[First, What] = *std::prev(After);
        numberOf(Address) - First - What.Size < NearBytes)
      return What.IsFreed ? Place::Freed : Place::Near;
  return After != Allocations.end() &&
                 After->first - numberOf(Address) < NearBytes
             ? Place::Near
             : Place::Unknown;
}

std::string DeviceMemory::describe(const void *Address) const {
  ReadLock Lock(Guard);
  if (const auto *Holder = holderOf(Address))
    return (Holder->second.IsFreed ? "in " : "at the end of ") +
           Holder->second.text();
  auto After = Allocations.upper_bound(numberOf(Address));
  if (After != Allocations.begin()) {
    const auto &[First, What] = *std::prev(After);
    const uint64_t Behind = numberOf(Address) - First - What.Size;
    if (Behind == 0)
      return "right behind " + What.text();
    if (Behind < NearBytes)
      return std::to_string(Behind) + " bytes behind " + What.text();
  }
  if (After != Allocations.end() &&
      After->first - numberOf(Address) < NearBytes)
    return std::to_string(After->first - numberOf(Address)) + " bytes before " +
           After->second.text();
  return Address ? "in no memory of the device" : "at the null pointer";
}

} // namespace ompjit::vgpu
