//===- Fiber.cpp - A stack and what runs on it ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"

#include <sys/mman.h>
#include <unistd.h>

namespace ompjit::vgpu {

static size_t pageBytes() {
  static const size_t Bytes = size_t(sysconf(_SC_PAGESIZE));
  return Bytes;
}

Stack::Stack(size_t Wanted)
    : Lowest(nullptr),
      Bytes((Wanted + pageBytes() - 1) / pageBytes() * pageBytes()) {
  void *Memory = mmap(nullptr, Bytes + pageBytes(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return;
  mprotect(Memory, pageBytes(), PROT_NONE);
  Lowest = static_cast<char *>(Memory) + pageBytes();
}

Stack::~Stack() {
  if (Lowest)
    munmap(Lowest - pageBytes(), Bytes + pageBytes());
}

} // namespace ompjit::vgpu
