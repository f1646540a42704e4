//===- FragmentTypes.h - Types of functions in several fragments ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C has no types in symbols, and C++ none of results. What LLVM does not see,
// such as int for unsigned, or the type behind a pointer, is not compared.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_FRAGMENTTYPES_H
#define OMPJIT_DEVICELINK_FRAGMENTTYPES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace llvm {
class FunctionType;
class Module;
class Type;
} // namespace llvm

namespace ompjit::devicelink {

/// Whether the types are the same but for the names of structures.
bool isSameType(const llvm::Type *A, const llvm::Type *B);

/// Returns a type as LLVM spells it.
std::string typeText(const llvm::Type &T);

/// Compares the types of a function in the fragments that declare it with that
/// in the one that defines it.
class FragmentTypes {
public:
  /// To be called with each fragment, all of one context.
  void add(const llvm::Module &M, llvm::StringRef Fragment);
  llvm::Error check() const;

private:
  struct Use {
    std::string Fragment;
    const llvm::FunctionType *Type; ///< Null: it is a variable.
  };

  std::map<std::string, Use> Defined;
  std::vector<std::pair<std::string, Use>> Declared;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_FRAGMENTTYPES_H
