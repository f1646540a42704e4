//===- ompjit/Cache/RemoteStore.h - Images beyond this machine --*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a store that machines share, for the layers of the cache.
// All functions may be called from any number of threads at once.
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

  /// Returns Hit and the image, which is checked like one from the disk,
  /// otherwise the reason for the miss. Takes a few milliseconds at most, and
  /// no time if the store is known to be down.
  virtual LoadOutcome get(const Key &, StoredImage &) = 0;

  /// Queues an entry to be written in the background, if possible.
  virtual void put(const Key &, ByteView Entry) = 0;

  virtual const Counters &counters() const = 0;

  /// Called when the program ends: waits until all entries are written, but no
  /// longer than until \p End.
  virtual void finish(std::chrono::steady_clock::time_point End) = 0;
  /// Called in the child of a fork() before any other function.
  virtual void forgetThread() = 0;
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_REMOTESTORE_H
