//===- MemoryImages.h - Images of a process in its memory -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The images that the process compiled or read, kept for its other devices and
// to load unloaded images again. Libraries that are opened repeatedly, and
// values that change, would make them grow without a bound: above a limit the
// images that were not requested for the longest time are evicted. They are
// read from disk or compiled again.
//
// Private to the engine. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_MEMORYIMAGES_H
#define OMPJIT_JIT_MEMORYIMAGES_H

#include "ompjit/Cache/Key.h"
#include "ompjit/CompileService.h"

#include <list>
#include <memory>
#include <unordered_map>

namespace ompjit::jit {

class MemoryImages {
public:
  explicit MemoryImages(uint64_t MaxBytes) : MaxBytes(MaxBytes) {}

  /// Does nothing if there is one. The newest image is kept, whatever its size.
  void add(const cache::Key &, const std::shared_ptr<const Image> &);
  /// Returns null if there is none.
  std::shared_ptr<const Image> find(const cache::Key &);
  void remove(const cache::Key &);

private:
  struct Entry {
    cache::Key Key;
    std::shared_ptr<const Image> Content;
  };
  using Place = std::list<Entry>::iterator;

  void remove(Place);

  const uint64_t MaxBytes;
  uint64_t Bytes = 0;
  std::list<Entry> Entries; ///< The most recently requested one first.
  std::unordered_map<cache::Key, Place, cache::KeyHash> Places;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_MEMORYIMAGES_H
