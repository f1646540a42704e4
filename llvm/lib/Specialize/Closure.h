//===- Closure.h - What a set of roots reaches ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds everything that must be in an image, reading function bodies from
// lazily loaded bitcode as it meets them, and tells apart what is copied into
// the image and what is only referred to, because all images share it. Changes
// nothing but what is materialised. Used by Extract.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_CLOSURE_H
#define OMPJIT_SPECIALIZE_CLOSURE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Constant;
class Function;
class Use;
} // namespace llvm

namespace ompjit {

/// True if the function \p U refers to is used as code and not as data: called,
/// passed to the OpenMP runtime, or the unwinder's routine. A copy serves.
bool isCodeUse(const llvm::Use &U);

class Closure {
public:
  using Predicate = llvm::function_ref<bool(const llvm::GlobalValue &)>;

  /// \p IsShared says what lives outside of the image; it must outlive this.
  explicit Closure(Predicate IsShared) : IsShared(IsShared) {}

  llvm::Error add(llvm::GlobalValue &Root);

  /// What the image contains or declares.
  bool contains(llvm::GlobalValue &GV) const { return Kept.contains(&GV); }
  llvm::ArrayRef<llvm::GlobalValue *> kept() const {
    return Kept.getArrayRef();
  }
  /// Shared values that the image refers to, in the order of their first use.
  llvm::ArrayRef<llvm::GlobalValue *> shared() const {
    return Shared.getArrayRef();
  }

private:
  llvm::Error scan(llvm::GlobalValue &GV);
  llvm::Error scanFunction(llvm::Function &F);
  void visit(const llvm::Use &U);
  void visitConstant(llvm::Constant &C);
  void keep(llvm::GlobalValue &GV);
  void refer(llvm::GlobalValue &GV);

  Predicate IsShared;
  llvm::SetVector<llvm::GlobalValue *> Kept, Shared;
  llvm::SmallPtrSet<llvm::Constant *, 32> Visited;
  size_t NextToScan = 0; ///< Index into Kept.
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_CLOSURE_H
