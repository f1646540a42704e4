//===- Checks.h - What is wrong with an access ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checking mode: code announces each access before it is made. An access is
// wrong outside of the memory that the lane may use, where it reads shared
// memory that nobody wrote, and where another lane of the block uses the same
// bytes and nothing orders the two. That several lanes write the same value is
// no fault.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_CHECKS_H
#define OMPJIT_PLUGINS_VGPU_CHECKS_H

#include "Clocks.h"
#include "DeviceMemory.h"

#include "ompjit/VirtualGpu.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ompjit::vgpu {

struct AccessRecord {
  const Site *At;
  uintptr_t Address;
  uint64_t Size;
  uint32_t Kind; ///< AccessKind.
  uint32_t Lane;
};

/// Of one block at a time; belongs to its thread.
class Checks {
public:
  Checks(const DeviceMemory &Memory, const char *Shared, uint32_t SharedBytes,
         uint32_t NumLanes);
  /// A new block begins.
  void reset();

  /// What is wrong, if something is.
  std::optional<std::string> check(const AccessRecord &Access);
  /// What turned out to be wrong with the last access, now that it was made. To
  /// be asked before another lane runs.
  std::optional<std::string> checkWritten();

  void meet(std::span<const uint32_t> Lanes) { Order.meet(Lanes); }

private:
  /// One of the latest accesses to 8 bytes of memory.
  struct Cell {
    const Site *At = nullptr; ///< Null: none.
    uint32_t Time = 0;
    uint32_t Lane = 0;
    uint8_t Bytes = 0; ///< A bit each.
    uint8_t Kind = 0;
  };
  static constexpr unsigned CellsPerWord = 4;
  struct Word {
    Cell Cells[CellsPerWord];
    uint8_t Next = 0; ///< The cell that is given up next.
  };
  /// A write where another lane was before. One that changes nothing is none.
  struct Doubtful {
    uintptr_t Address;
    std::vector<char> Before;
    std::string Message;
  };

  bool isShared(uintptr_t Address, uint64_t Size) const;
  std::optional<std::string> checkPlace(const AccessRecord &Access) const;
  std::optional<std::string> checkInitialized(const AccessRecord &Access);
  std::optional<std::string> checkOrder(const AccessRecord &Access);
  std::optional<std::string> checkWord(const AccessRecord &Access, Word &Place,
                                       uint8_t Bytes);
  void note(const AccessRecord &Access, Word &Place, uint8_t Bytes);
  std::string describe(const AccessRecord &Access) const;

  const DeviceMemory &Memory;
  const uintptr_t Shared;
  const uint32_t SharedBytes;
  Clocks Order;
  std::vector<bool> Written; ///< Bytes of shared memory.
  std::unordered_map<uintptr_t, Word> Words;
  std::optional<Doubtful> LastWrite;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_CHECKS_H
