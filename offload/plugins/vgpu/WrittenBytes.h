//===- WrittenBytes.h - Which memory was written --------------------------===//
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

/// The written bytes of a range. Thread-safe in the sense that other threads
/// see what one notes sooner or later, as for the memory itself. If there is no
/// memory for this, all bytes count as written.
class WrittenBytes {
public:
  explicit WrittenBytes(uint64_t Size);

  void note(uint64_t Offset, uint64_t Size);
  void forget(uint64_t Offset, uint64_t Size);
  bool hasAny(uint64_t Offset, uint64_t Size) const;
  /// Notes a copy: the bytes here are written if those at the source are.
  void copy(uint64_t Offset, uint64_t Size, const WrittenBytes &From,
            uint64_t FromOffset);

private:
  struct Deleter {
    void operator()(void *Memory) const { std::free(Memory); }
  };
  using Bits = std::atomic<uint8_t>;

  /// Calls \p Visit with each group of eight bytes and a mask of those that are
  /// in the range, until it returns true.
  template <typename Visitor>
  bool visit(uint64_t Offset, uint64_t Size, Visitor Visit) const;

  /// A bit for each byte; may be null. Mapped from the system, which zeroes it
  /// at no cost.
  std::unique_ptr<Bits[], Deleter> Groups;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_WRITTENBYTES_H
