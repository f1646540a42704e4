//===- ReplaceByConstant.h - Replace a value by a constant ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by specialisation and propagation. Independent of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_REPLACEBYCONSTANT_H
#define OMPJIT_SPECIALIZE_REPLACEBYCONSTANT_H

namespace llvm {
class Constant;
class Value;
} // namespace llvm

namespace ompjit {

/// Replaces every use of \p Old, an argument or an instruction, by \p New and
/// folds instructions that become constant by that, so that a value which only
/// passes through a mask or a conversion on its way to the next call is a
/// constant there, too.
void replaceByConstant(llvm::Value &Old, llvm::Constant &New);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REPLACEBYCONSTANT_H
