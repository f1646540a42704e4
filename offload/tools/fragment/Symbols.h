//===- Symbols.h - The names that a fragment defines and needs ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_SYMBOLS_H
#define OMPJIT_TOOLS_FRAGMENT_SYMBOLS_H

#include <set>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit::fragment {

/// As in a fragment file; see ompjit/Fragments/FragmentFile.h.
struct Symbols {
  std::set<std::string> Defines, Weak, Needs, Entries;
};

Symbols symbolsOf(const llvm::Module &M);

/// Returns the symbol for messages, with what it means in C++.
std::string readable(const std::string &Symbol);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_SYMBOLS_H
