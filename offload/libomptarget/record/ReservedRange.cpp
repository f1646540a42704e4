//===- ReservedRange.cpp - Device memory at an address that can be had again =//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReservedRange.h"

#include <algorithm>
#include <iterator>

namespace ompjit {

namespace {

/// The alignment of plugins' allocations.
constexpr uint64_t AlignmentBytes = 128;
/// The first place that is tried for a range: between the addresses of programs
/// and of shared libraries, where it is likely to be free in another process.
constexpr uint64_t FirstPlace = uint64_t(1) << 44;
constexpr uint64_t PlaceDistance = uint64_t(1) << 42;
constexpr int NumPlaces = 16;
/// A range has whole pages; 2 MiB is the largest relevant size.
constexpr uint64_t GranularityBytes = uint64_t(2) << 20;
constexpr uint64_t MinBytes = uint64_t(64) << 20;

uint64_t roundUp(uint64_t Value, uint64_t Unit) {
  return (Value + Unit - 1) & ~(Unit - 1);
}

uint64_t padded(uint64_t Bytes) {
  return roundUp(std::max<uint64_t>(Bytes, 1), AlignmentBytes);
}

} // namespace

ReservedRange::ReservedRange(PluginMemory Plugin, DeviceAddress Begin,
                             uint64_t Size)
    : Plugin(Plugin), Begin(Begin), Size(Size),
      HoldsEveryKind(Plugin.table().device_capabilities(Plugin.handle()) &
                     OMPJIT_CAN_USE_HOST_MEMORY) {
  MutexLock Lock(RangeMutex);
  Free[Begin] = Size;
}

ReservedRange::~ReservedRange() {
  ompjit_error Reason;
  (void)Plugin.table().memory_release(Plugin.handle(), Begin.pointer(), Size,
                                      &Reason);
}

Result<std::unique_ptr<ReservedRange>>
ReservedRange::reserve(PluginMemory Plugin, uint64_t Size,
                       DeviceAddress Wanted) {
  const ompjit_plugin &Table = Plugin.table();
  if (!(Table.device_capabilities(Plugin.handle()) & OMPJIT_CAN_RESERVE))
    return Error("the plugin '" + std::string(Table.name) +
                 "' cannot reserve memory at an address");
  if (Size > ~uint64_t(0) - GranularityBytes)
    return Error("no device has " + std::to_string(Size) + " bytes");
  Size = roundUp(std::max<uint64_t>(Size, 1), GranularityBytes);
  void *Address = nullptr;
  ompjit_error Reason;
  Reason.text[0] = 0;
  if (Table.memory_reserve(Plugin.handle(), Size, Wanted.pointer(), &Address,
                           &Reason))
    return Error(Reason.text);
  return std::unique_ptr<ReservedRange>(
      new ReservedRange(Plugin, DeviceAddress(Address), Size));
}

Result<std::unique_ptr<ReservedRange>>
ReservedRange::reserveUpTo(PluginMemory Plugin, uint64_t Size) {
  for (;; Size /= 2) {
    for (int I = 0; I < NumPlaces; ++I) {
      const DeviceAddress Place(uintptr_t(FirstPlace + I * PlaceDistance));
      if (Result<std::unique_ptr<ReservedRange>> Range =
              reserve(Plugin, Size, Place);
          Range)
        return Range;
    }
    Result<std::unique_ptr<ReservedRange>> Range =
        reserve(Plugin, Size, DeviceAddress());
    if (Range || Size / 2 < MinBytes)
      return Range;
  }
}

Result<void *> ReservedRange::allocate(uint64_t Bytes,
                                       ompjit_memory_kind Kind) {
  if (Kind != OMPJIT_MEMORY_DEVICE && !HoldsEveryKind)
    return Plugin.allocate(Bytes, Kind);
  MutexLock Lock(RangeMutex);
  if (Bytes <= Size)
    for (auto Place = Free.begin(); Place != Free.end(); ++Place) {
      const auto [There, Room] = *Place;
      const uint64_t Taken = padded(Bytes);
      if (Room < Taken)
        continue;
      Free.erase(Place);
      if (Room > Taken)
        Free[There + Taken] = Room - Taken;
      Used[There] = Bytes;
      return There.pointer();
    }
  return Error("the range of " + std::to_string(Size) +
               " bytes that is recorded has no room for " +
               std::to_string(Bytes) + " bytes");
}

Status ReservedRange::free(void *Address, ompjit_memory_kind Kind) {
  const DeviceAddress There(Address);
  if (!contains(There, 0))
    return Plugin.free(Address, Kind);
  MutexLock Lock(RangeMutex);
  auto Place = Used.find(There);
  if (Place == Used.end())
    return Error("no block of the range that is recorded begins there");
  uint64_t Room = padded(Place->second);
  Used.erase(Place);
  auto Next = Free.lower_bound(There);
  if (Next != Free.end() && Next->first == There + Room) {
    Room += Next->second;
    Next = Free.erase(Next);
  }
  if (Next != Free.begin())
    if (auto Before = std::prev(Next);
        Before->first + Before->second == There) {
      Before->second += Room;
      return Done{};
    }
  Free[There] = Room;
  return Done{};
}

std::vector<ReservedRange::Block> ReservedRange::blocks() {
  MutexLock Lock(RangeMutex);
  std::vector<Block> All;
  All.reserve(Used.size());
  for (auto [There, Bytes] : Used)
    All.push_back({There, Bytes});
  return All;
}

} // namespace ompjit
