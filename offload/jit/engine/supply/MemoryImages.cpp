//===- MemoryImages.cpp - Images of a process in its memory ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryImages.h"

#include <iterator>

using namespace ompjit;
using namespace ompjit::jit;

void MemoryImages::add(const cache::Key &Key,
                       const std::shared_ptr<const Image> &Content) {
  if (Places.contains(Key))
    return;
  Entries.push_front({Key, Content});
  Places.emplace(Key, Entries.begin());
  Bytes += Content->Bytes.size();
  while (Bytes > MaxBytes && Entries.size() > 1)
    remove(std::prev(Entries.end()));
}

std::shared_ptr<const Image> MemoryImages::find(const cache::Key &Key) {
  auto Place = Places.find(Key);
  if (Place == Places.end())
    return nullptr;
  Entries.splice(Entries.begin(), Entries, Place->second);
  return Place->second->Content;
}

void MemoryImages::remove(const cache::Key &Key) {
  if (auto Place = Places.find(Key); Place != Places.end())
    remove(Place->second);
}

void MemoryImages::remove(Place Old) {
  Bytes -= Old->Content->Bytes.size();
  Places.erase(Old->Key);
  Entries.erase(Old);
}
