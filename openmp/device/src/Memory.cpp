//===- Memory.cpp - Memory that threads of a team share -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main thread has a stack in shared memory, because kernels that are not
// SPMD mostly share its variables. Other threads share rarely, and use the
// heap.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Debug.h"

#include "Team.h"

using namespace ompjit::device;

extern "C" void *malloc(size_t Bytes);
extern "C" void free(void *Address);

namespace {

constexpr uint32_t StackBytes = 2048, Alignment = 16;

alignas(Alignment) OMPJIT_SHARED(char) Stack[StackBytes];
OMPJIT_SHARED(uint32_t) Used;

char *stack() { return (char *)&Stack[0]; }

uint32_t rounded(size_t Bytes) {
  return uint32_t((Bytes + Alignment - 1) & ~size_t(Alignment - 1));
}

} // namespace

void memory::begin() {
  if (team::isMainThread())
    Used = 0;
}

void *memory::allocate(size_t Bytes) {
  if (team::isMainThread() && Bytes <= StackBytes - Used) {
    void *Place = stack() + Used;
    Used += rounded(Bytes);
    return Place;
  }
  void *Place = malloc(Bytes);
  if (!Place)
    __builtin_trap();
  return Place;
}

void memory::release(void *Address, size_t Bytes) {
  char *Place = static_cast<char *>(Address);
  if (Place < stack() || Place >= stack() + StackBytes)
    free(Address);
  else {
    debug::check(Place + rounded(Bytes) == stack() + Used,
                 "memory is given back in another order than it was taken");
    Used -= rounded(Bytes);
  }
}

OMPJIT_ENTRY void *__kmpc_alloc_shared(size_t Bytes) {
  debug::noteCall("__kmpc_alloc_shared");

  return memory::allocate(Bytes);
}

OMPJIT_ENTRY void __kmpc_free_shared(void *Address, size_t Bytes) {
  debug::noteCall("__kmpc_free_shared");

  memory::release(Address, Bytes);
}
