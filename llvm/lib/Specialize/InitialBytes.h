//===- InitialBytes.h - What a variable is set to -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value of a variable that is set to constants, in whatever pieces. Private
// to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_INITIALBYTES_H
#define OMPJIT_SPECIALIZE_INITIALBYTES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instruction.h"

#include <optional>

namespace ompjit {

class InitialBytes {
public:
  explicit InitialBytes(uint64_t Size) : Bytes(Size) {}

  /// Notes what \p I writes, if that is constant. \p U is its use of an address
  /// of the variable, \p Offset bytes behind its begin. \returns false if it is
  /// not constant, reads the variable, or writes other bytes than a previous
  /// instruction.
  bool write(const llvm::Instruction &I, const llvm::Use &U, int64_t Offset,
             const llvm::DataLayout &Layout);

  /// Returns the variable's value of type \p Type at \p Offset; null if some of
  /// it is not set.
  llvm::Constant *value(llvm::Type *Type, const llvm::DataLayout &Layout,
                        uint64_t Offset = 0) const;

private:
  bool set(llvm::Constant *From, uint64_t FromOffset, uint64_t Size,
           int64_t Offset, const llvm::DataLayout &Layout);
  bool setByte(int64_t Offset, const llvm::Constant *Byte);

  llvm::SmallVector<std::optional<uint8_t>, 16> Bytes;
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_INITIALBYTES_H
