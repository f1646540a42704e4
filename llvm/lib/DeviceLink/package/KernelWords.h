//===- KernelWords.h - The words of a launch ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch passes words of 8 bytes: for each parameter of an entry point as
// many as it has bytes, rounded up.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_KERNELWORDS_H
#define OMPJIT_DEVICELINK_KERNELWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace ompjit::devicelink {

/// How a parameter of a function arrives in words.
struct Passing {
  llvm::Type *Value; ///< What the words hold.
  bool IsByAddress;  ///< The function gets the address of a copy.
  /// Integers or pointers: a pointer in a structure is one for the engine, too,
  /// which would otherwise specialise kernels for its value.
  llvm::SmallVector<llvm::Type *> Words;
};

/// Returns the type of the memory that \p A points to and that belongs to the
/// parameter, or null if the parameter is a value.
llvm::Type *typeBehind(const llvm::Argument &A);

Passing passingOf(const llvm::Argument &A, const llvm::DataLayout &Layout);

/// Writes a call of a function with the values that words hold, where the
/// builder is, and then with the values \p Last. Copies that are passed by
/// address are in the caller's frame, once for all turns of a loop.
llvm::CallInst *callWithWords(llvm::IRBuilder<> &Builder, llvm::Function &Body,
                              llvm::ArrayRef<Passing> Parameters,
                              llvm::ArrayRef<llvm::Value *> Words,
                              llvm::ArrayRef<llvm::Value *> Last = {});

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_KERNELWORDS_H
