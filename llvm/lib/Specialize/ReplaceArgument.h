//===- ReplaceArgument.h - Put a constant in the place of an argument -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What specialisation and propagation do alike. Knows nothing of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_REPLACEARGUMENT_H
#define OMPJIT_SPECIALIZE_REPLACEARGUMENT_H

namespace llvm {
class Argument;
class Constant;
} // namespace llvm

namespace ompjit {

/// Replaces every use of \p Arg by \p Value and folds what becomes constant by
/// that, so that a value which only passes through a mask or a conversion on
/// its way to the next call is a constant there, too.
void replaceArgument(llvm::Argument &Arg, llvm::Constant &Value);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_REPLACEARGUMENT_H
