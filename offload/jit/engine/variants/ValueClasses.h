//===- ValueClasses.h - Classes of numbers --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An argument whose value keeps changing may still always be a multiple of 16,
// or often be 0. Before the tracker gives it up, it determines what the values
// so far have in common, and the kernel is compiled for that class of numbers
// instead: this makes a few images at most, whatever values come.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_VALUECLASSES_H
#define OMPJIT_JIT_VALUECLASSES_H

#include "ompjit/Facts.h"

#include <unordered_set>

namespace ompjit::jit {

/// Returns the classes, a sum of ValueClass, that distinguish the values or
/// hold for all of them but 0 and 1; 0 if there are none. \p Mask has the
/// parameter's demanded bits.
uint64_t classesOf(const std::unordered_set<uint64_t> &Values, uint64_t Mask);

/// Returns those of \p Classes that \p Value belongs to; 0 if there are none.
inline uint64_t classOf(uint64_t Value, uint64_t Classes) {
  if (Value == 0 && Classes & ClassZero)
    return ClassZero;
  if (Value == 1 && Classes & ClassOne)
    return ClassOne;
  if (Value & ((uint64_t(1) << (Classes & ClassDivisor)) - 1))
    return 0;
  if (Classes & ClassNarrow && Value >> 32)
    return 0;
  return Classes & (ClassNarrow | ClassDivisor);
}

} // namespace ompjit::jit

#endif // OMPJIT_JIT_VALUECLASSES_H
