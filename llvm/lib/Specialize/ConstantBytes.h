//===- ConstantBytes.h - Memory that holds constants ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of a variable, as far as they are known. Addresses in it count as
// unknown, unless they were stored as such. Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CONSTANTBYTES_H
#define OMPJIT_SPECIALIZE_CONSTANTBYTES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instruction.h"

#include <map>
#include <optional>
#include <string>

namespace ompjit {

struct ByteRange {
  int64_t Begin, End; ///< End is exclusive.

  auto operator<=>(const ByteRange &) const = default;
};

class ConstantBytes {
public:
  explicit ConstantBytes(uint64_t Size) : Bytes(Size) {}

  bool operator==(const ConstantBytes &) const = default;

  /// Returns the constant of type \p Type at \p Offset; null if it is unknown.
  llvm::Constant *load(llvm::Type *Type, int64_t Offset,
                       const llvm::DataLayout &Layout) const;

  /// Returns the longest range of known bytes that has these; nothing if one of
  /// them is not known.
  std::optional<ByteRange> knownAround(ByteRange Wanted) const;

  /// Returns known bytes.
  std::string text(ByteRange) const;

  /// These return whether all of it is inside.
  bool store(llvm::Constant *Value, int64_t Offset,
             const llvm::DataLayout &Layout);
  bool fill(uint8_t Byte, uint64_t Size, int64_t Offset);
  bool copy(const ConstantBytes &From, int64_t FromOffset, uint64_t Size,
            int64_t Offset);

  /// Notes what \p I writes at \p Offset to a variable that is set once: each
  /// byte by one instruction, or to the same by all. \p U is its use of the
  /// address. \returns false if it does something else.
  bool set(const llvm::Instruction &I, const llvm::Use &U, int64_t Offset,
           const llvm::DataLayout &Layout);

private:
  bool isInside(int64_t Offset, uint64_t Size) const;
  void forget(int64_t Offset, uint64_t Size);
  bool merge(const ConstantBytes &New, int64_t Offset);

  llvm::SmallVector<std::optional<uint8_t>, 16> Bytes;
  std::map<int64_t, llvm::Constant *> Addresses; ///< By their offsets.
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CONSTANTBYTES_H
