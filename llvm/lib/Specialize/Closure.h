//===- Closure.h - Everything that a set of roots reaches -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds everything that must be in an image, and reads function bodies from
// lazily loaded bitcode when it reaches them. Distinguishes values that are
// copied into the image from shared ones, to which the image only refers.
// Changes only what is materialised. Used by Extract.
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

/// Returns whether \p U uses a function as code and not as data: it is called,
/// passed to the OpenMP runtime, or the unwinder's routine. A copy of the
/// function then suffices.
bool isCodeUse(const llvm::Use &U);

class Closure {
public:
  using Predicate = llvm::function_ref<bool(const llvm::GlobalValue &)>;

  /// \p IsShared says which values are outside of the image; it must outlive
  /// this object.
  explicit Closure(Predicate IsShared) : IsShared(IsShared) {}

  llvm::Error add(llvm::GlobalValue &Root);

  /// Whether the image contains or declares the value.
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
