//===- Prints.cpp - What kernels print ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prints.h"

namespace ompjit::amdgpu {

void Prints::add(void *Variable, void *Memory) {
  MutexLock Lock(Guard);
  Buffers.emplace(Variable,
                  Buffer{Memory, plugins::PrintBuffer(Memory, BufferBytes)});
  HasAny = true;
}

void *Prints::remove(void *Variable) {
  MutexLock Lock(Guard);
  const auto At = Buffers.find(Variable);
  At->second.Content.print();
  void *Memory = At->second.Memory;
  Buffers.erase(At);
  return Memory;
}

bool Prints::show() {
  if (!HasAny.load(std::memory_order_relaxed))
    return false;
  bool IsUsed = false;
  MutexLock Lock(Guard);
  for (auto &[Variable, Each] : Buffers)
    IsUsed |= Each.Content.print();
  return IsUsed;
}

void Prints::makeRoom() {
  MutexLock Lock(Guard);
  for (auto &[Variable, Each] : Buffers)
    // A kernel may have printed and ended since show().
    if (Each.Content.print())
      Each.Content.makeRoom();
}

} // namespace ompjit::amdgpu
