//===- Quotients.h - Quotients and remainders of an index -------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `collapse` computes the indices of several loops from that of one with.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_QUOTIENTS_H
#define OMPJIT_LANES_QUOTIENTS_H

#include "llvm/IR/Instructions.h"

#include <optional>

namespace ompjit::lanes {

/// Number / Length.
struct Quotient {
  llvm::Value *Number;
  llvm::Value *Length;
  bool IsSigned;

  bool operator==(const Quotient &) const = default;
};

/// Also of what a division by a power of two has become.
std::optional<Quotient> quotientOf(llvm::Instruction &I);

/// Whether the instruction computes what remains of the division.
bool isRemainder(llvm::Instruction &I, const Quotient &Of);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_QUOTIENTS_H
