//===- ompjit/Cache/RemoteStore.h - Images beyond this machine --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the layers of the cache want of a store that machines share. Functions
// may be called from any number of threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_REMOTESTORE_H
#define OMPJIT_CACHE_REMOTESTORE_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Cache/StoredImage.h"

#include <chrono>

namespace ompjit::cache {

class RemoteStore {
public:
  virtual ~RemoteStore() = default;

  /// Hit and the image, checked as one from disk is; otherwise why not. Takes
  /// some milliseconds at most, and none where the store is known to be down.
  virtual LoadOutcome get(const Key &, StoredImage &) = 0;

  /// Has an entry written some time later, if that is possible.
  virtual void put(const Key &, ByteView Entry) = 0;

  virtual const Counters &counters() const = 0;

  /// The program ends: waits until entries are written, or until then.
  virtual void finish(std::chrono::steady_clock::time_point End) = 0;
  /// In the child of a fork(), before another function.
  virtual void forgetThread() = 0;
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_REMOTESTORE_H
