//===- Checks.h - What is wrong with an access ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checking mode: code announces each access before it makes it. An access
// is a fault if it is outside of its variable or of the memory that the lane
// may use, if it reads bytes that nobody wrote, or if another lane uses the
// same bytes and nothing orders the two accesses. It is not a fault if several
// lanes write the same value.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_CHECKS_H
#define OMPJIT_PLUGINS_VGPU_CHECKS_H

#include "Clocks.h"
#include "DeviceMemory.h"
#include "Fault.h"
#include "Shadow.h"
#include "TeamClocks.h"

#include "ompjit/VirtualGpu.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ompjit::vgpu {

struct AccessRecord {
  const AccessSite *Site;
  uintptr_t Address;
  uint64_t Size;
  uint32_t Kind; ///< AccessKind.
  uint32_t Lane;
  uintptr_t Base = 0;          ///< Of the site's variable.
  const void *Value = nullptr; ///< What is written, if that is known.
};

/// What the blocks of a launch have in common.
struct LaunchChecks {
  LaunchChecks(const DeviceMemory &Memory, Size3 BlockSize, Size3 NumBlocks,
               std::span<const SharedRecord> Shared, uint64_t StaticBytes)
      : Memory(Memory), BlockSize(BlockSize), NumBlocks(NumBlocks),
        Shared(Shared), StaticBytes(StaticBytes),
        Order(uint64_t(NumBlocks.X) * NumBlocks.Y * NumBlocks.Z) {}

  const DeviceMemory &Memory;
  const Size3 BlockSize, NumBlocks;
  const std::span<const SharedRecord> Shared;
  const uint64_t StaticBytes; ///< Before the dynamic shared memory.
  Shadow Global;
  TeamClocks Order;
};

/// The checks of one block at a time; used by its thread only.
class Checks {
public:
  Checks(LaunchChecks &Common, const char *Shared, uint32_t SharedBytes);
  /// Begins a new block, which has the number \p Block in the grid.
  void begin(uint64_t Block);

  /// Checks whether the access is within its variable.
  std::optional<Fault> checkVariable(const AccessRecord &Access) const;
  /// Makes all other checks. Returns a fault if there is one.
  std::optional<Fault> check(const AccessRecord &Access);

  void acquire(uintptr_t Place, uint32_t Lane, uint32_t Kind);
  void fence(uint32_t Lane, uint32_t Kind);
  void meet(std::span<const uint32_t> Lanes) { Order.meet(Lanes); }

private:
  bool isShared(uintptr_t Address, uint64_t Size) const;
  const MemoryRange *rangeOf(uintptr_t Address);
  const SharedRecord *sharedAt(uint64_t Offset) const;
  std::optional<Fault> checkAlignment(const AccessRecord &Access);
  std::optional<Fault> checkShared(const AccessRecord &Access);
  std::optional<Fault> checkGlobal(const AccessRecord &Access);
  void noteCopied(const AccessRecord &Access, WrittenBytes &There,
                  uint64_t Offset);
  std::optional<Fault> checkWritten(const AccessRecord &Access,
                                    WrittenBytes &There, uint64_t Offset);
  std::optional<Fault> checkOrder(const AccessRecord &Access, Shadow &In);
  std::optional<Fault> checkWord(const AccessRecord &Access, ShadowPage &Page,
                                 Cell New);
  bool isBefore(const Cell &Before, uint32_t Lane) const;
  bool isHarmless(const AccessRecord &Access, ShadowPage &Page,
                  const Cell &Before, const Cell &New) const;
  void note(const AccessRecord &Access, Word &Place, const Cell &New);
  ShadowPage &pageOf(uintptr_t Address, Shadow &In);

  std::string verb(const AccessRecord &Access) const;
  std::string thing(const AccessRecord &Access);
  std::string owner(const Cell &C) const;
  Fault race(const AccessRecord &Access, const Cell &Before);
  Fault misses(const AccessRecord &Access);

  LaunchChecks &Common;
  const uintptr_t Shared;
  const uint32_t SharedBytes;
  uint32_t Self = 0; ///< The block.
  Clocks Order;
  TeamClock Teams;
  WrittenBytes Written; ///< Of shared memory.
  Shadow OfShared;

  // Ranges that were found last.
  std::array<MemoryRange, 4> Ranges;
  unsigned NextRange = 0;
  uint64_t RangesAt = 0; ///< The memory's count of changes at that time.
  struct KnownPage {
    uintptr_t Number = 0;
    const Shadow *In = nullptr; ///< Distinguishes global memory that begins
                                ///< where shared memory ends.
    ShadowPage *Page = nullptr;
  };
  std::array<KnownPage, 64> Pages = {};
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_CHECKS_H
