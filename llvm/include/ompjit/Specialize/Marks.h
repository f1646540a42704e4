//===- ompjit/Specialize/Marks.h - Values that a program names ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/Specialize.h marks a value with a call of llvm.annotation. Marks say
// which parameters a kernel is compiled for; afterwards they are in the way of
// optimisations. An array is marked by its end, which is computed from where it
// begins and from the number of its elements, marked themselves.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_MARKS_H
#define OMPJIT_SPECIALIZE_MARKS_H

#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <optional>

namespace llvm {
class CallBase;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace ompjit {

enum class Mark { None, Always, Never, Array };

/// Returns the mark that \p Call puts on its first argument.
Mark markOf(const llvm::CallBase &Call);

/// Whether there are any marks.
bool hasMarks(const llvm::Module &M);

/// The end of an array that is marked.
struct NamedEnd {
  llvm::Value *Pointer = nullptr; ///< Null if the address cannot be read.
  int64_t Distance = 0;           ///< From there to the array, in bytes.
  uint64_t ElementBytes = 0;
  std::optional<uint64_t> Count; ///< Nothing if it is no constant.
};

/// Returns what \p I marks if it makes the number of a pointer that only marks
/// of arrays use.
std::optional<NamedEnd> namedEnd(llvm::Instruction &I);

/// Removes all marks, and their texts, which hold names of files. \returns
/// whether there were any.
bool dropMarks(llvm::Module &M);

/// The same as a pass.
struct DropMarksPass : llvm::PassInfoMixin<DropMarksPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_MARKS_H
