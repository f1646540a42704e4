//===- PrintBuffers.cpp - Output of AMD's device code ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintBuffers.h"

#include "ompjit/Plugin.h"

namespace ompjit::vgpu {

/// Size of a buffer, for the output of one launch.
constexpr uint64_t BufferBytes = 1 << 20;

void PrintBuffers::add(void **Variable) {
  MutexLock Lock(Guard);
  void *Place = nullptr;
  ompjit_error Ignored = {};
  if (Memory.allocate(BufferBytes, &Place, &Ignored))
    return;
  Buffers.try_emplace(Variable, Place, BufferBytes);
  *Variable = Place;
}

void PrintBuffers::remove(void **Variable) {
  MutexLock Lock(Guard);
  if (Buffers.erase(Variable))
    Memory.free(*Variable, nullptr);
}

void PrintBuffers::begin() {
  MutexLock Lock(Guard);
  ++NumRunning;
}

void PrintBuffers::end() {
  MutexLock Lock(Guard);
  --NumRunning;
  for (auto &[Variable, Buffer] : Buffers) {
    // The buffer may only be emptied when nobody writes.
    if (Buffer.print() && !NumRunning)
      Buffer.makeRoom();
  }
}

} // namespace ompjit::vgpu
