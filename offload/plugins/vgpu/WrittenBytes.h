//===- WrittenBytes.h - Which memory somebody wrote -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_WRITTENBYTES_H
#define OMPJIT_PLUGINS_VGPU_WRITTENBYTES_H

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace ompjit::vgpu {

/// Of a range of bytes. Thread safe, in that what one thread notes others see
/// sooner or later, as with the memory itself. Where there is no memory for it,
/// all bytes count as written.
class WrittenBytes {
public:
  explicit WrittenBytes(uint64_t Size);

  void note(uint64_t Offset, uint64_t Size);
  void forget(uint64_t Offset, uint64_t Size);
  bool hasAny(uint64_t Offset, uint64_t Size) const;
  /// What was moved here is as written as it was there.
  void copy(uint64_t Offset, uint64_t Size, const WrittenBytes &From,
            uint64_t FromOffset);

private:
  struct Deleter {
    void operator()(void *Memory) const { std::free(Memory); }
  };
  using Bits = std::atomic<uint8_t>;

  /// Calls \p Visit with each group of eight bytes and those of it that are
  /// meant, until it returns true.
  template <typename Visitor>
  bool visit(uint64_t Offset, uint64_t Size, Visitor Visit) const;

  /// A bit for each byte; may be null. From the system, which has it zeroed at
  /// no cost.
  std::unique_ptr<Bits[], Deleter> Groups;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_WRITTENBYTES_H
