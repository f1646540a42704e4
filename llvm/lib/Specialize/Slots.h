//===- Slots.h - Refer to shared state through a table --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the uses of shared variables and of the addresses of shared
// functions by loads from the image's slot array, which the engine fills when
// it has loaded the image. Used by Extract.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_SLOTS_H
#define OMPJIT_SPECIALIZE_SLOTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class GlobalValue;
class Module;
} // namespace llvm

namespace ompjit {

/// The metadata of a load from a slot that holds the address of a variable,
/// which overlaps no other such variable.
constexpr llvm::StringLiteral VariableMark = "ompjit.variable";

/// Gives each of \p Shared a slot, in their order, and returns the symbol for
/// each slot. All functions that use them must be materialised. Fails if a use
/// cannot be a load, for example in the initialiser of a constant.
llvm::Expected<std::vector<std::string>>
replaceBySlots(llvm::Module &M, llvm::ArrayRef<llvm::GlobalValue *> Shared);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_SLOTS_H
