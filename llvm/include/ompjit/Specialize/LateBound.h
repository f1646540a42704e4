//===- ompjit/Specialize/LateBound.h - Functions bound at run time --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A late-bound function is declared by a program and defined by a fragment that
// is given at run time. In a package it is a declaration with an attribute.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_LATEBOUND_H
#define OMPJIT_SPECIALIZE_LATEBOUND_H

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// Gives the attribute to functions that sources mark and that nothing in \p M
/// defines.
void setLateBound(llvm::Module &M);

bool isLateBound(const llvm::Function &F);

/// Returns the late-bound functions that \p F reaches, sorted.
std::vector<std::string> lateBoundFunctions(const llvm::Function &F);

/// Makes calls of late-bound functions end the program. For images in which
/// kernels that reach them are never launched.
void trapLateBound(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LATEBOUND_H
