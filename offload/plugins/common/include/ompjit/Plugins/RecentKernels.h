//===- ompjit/Plugins/RecentKernels.h - Suspects of a fault ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_RECENTKERNELS_H
#define OMPJIT_PLUGINS_RECENTKERNELS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace ompjit::plugins {

/// The kernels that were launched last in a queue, for messages about which of
/// them failed. If threads share a queue, some may be missing.
class RecentKernels {
public:
  /// \p Name must outlive the queue.
  void add(const char *Name) {
    const uint32_t Now = Count.load(std::memory_order_relaxed);
    if (Now &&
        Names[(Now - 1) % Names.size()].load(std::memory_order_relaxed) == Name)
      return;
    Names[Now % Names.size()].store(Name, std::memory_order_relaxed);
    Count.store(Now + 1, std::memory_order_release);
  }
  uint32_t count() const { return Count.load(std::memory_order_relaxed); }
  /// Forgets the kernels, unless some were added since there were \p Known.
  void clear(uint32_t Known) {
    if (Known)
      Count.compare_exchange_strong(Known, 0);
  }
  /// Appends the names that are not among \p Found yet.
  void list(std::vector<const char *> &Found) const;

private:
  std::array<std::atomic<const char *>, 8> Names = {};
  std::atomic<uint32_t> Count = 0;
};

/// " in kernel x", " in one of the kernels x, y", or nothing.
std::string suspectsText(const std::vector<const char *> &Names);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_RECENTKERNELS_H
