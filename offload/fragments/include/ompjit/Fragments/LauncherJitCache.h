//===- ompjit/Fragments/LauncherJitCache.h - Kernels by key ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels that a library has put together. A library has one cache for each
// kind of kernel, usually a static variable, and its planners look there first.
// What the process, other processes and machines share lies below, in the
// caches of the runtime.
//
// Threads: find() takes no lock; other threads may add kernels meanwhile.
// Kernels with different keys are linked at the same time, those with equal
// keys once. A kernel lives as long as the cache.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_LAUNCHERJITCACHE_H
#define OMPJIT_FRAGMENTS_LAUNCHERJITCACHE_H

#include "ompjit/Fragments/AlgorithmLauncher.h"
#include "ompjit/Fragments/Api.h"
#include "ompjit/Fragments/FragmentEntry.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace ompjit {

/// What a kernel is made of, and for which device.
struct OMPJIT_FRAGMENTS_API LauncherKey {
  std::string_view EntryPoint;
  int Device;
  const FragmentKey *Fragments; ///< In order.
  std::size_t NumFragments;
  std::string_view Options; ///< Of the link, in order, each with a zero byte.
  std::uint64_t Hash;       ///< Of all that is above.

  bool operator==(const LauncherKey &) const;
};

class OMPJIT_FRAGMENTS_API LauncherJitCache {
public:
  LauncherJitCache();
  /// Unloads the kernels, when those that are in queues are done.
  ~LauncherJitCache();
  LauncherJitCache(const LauncherJitCache &) = delete;
  LauncherJitCache &operator=(const LauncherJitCache &) = delete;

  /// Returns null if there is no such kernel yet.
  const AlgorithmLauncher *find(const LauncherKey &) const;

  using Maker = std::function<std::unique_ptr<AlgorithmLauncher>()>;
  /// Returns the kernel, which \p Make makes if there is none yet. If that
  /// throws, nothing is kept, and the next call tries again.
  const AlgorithmLauncher &get(const LauncherKey &, const Maker &Make);

private:
  class Table;

  const std::unique_ptr<Table> Kernels;
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_LAUNCHERJITCACHE_H
