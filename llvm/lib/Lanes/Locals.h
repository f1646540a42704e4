//===- Locals.h - Local arrays of which each lane has its own ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has one copy of an array that the body of a loop declares, which its
// iterations use one after the other. Lanes need one each. If all accesses have
// the same size, the copies are interleaved element by element, so that lanes
// that use the same index make one access; otherwise they follow each other.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_LOCALS_H
#define OMPJIT_LANES_LOCALS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class DominatorTree;
class MemSetInst;
} // namespace llvm

namespace ompjit::lanes {

struct LocalArray {
  llvm::AllocaInst *Variable;
  uint64_t Size; ///< Of a copy, in bytes.
  /// In bytes, of all accesses; 0 if they differ and copies follow each other.
  uint64_t Element = 0;

  /// From lane to lane, in bytes.
  int64_t stride() const { return int64_t(Element ? Element : Size); }
};

class UseFinder;

class Locals {
public:
  /// Looks for variables that are only used in the loop, by nothing but
  /// accesses, and that have no contents when an iteration comes to them.
  /// Places in them may be computed before the loop.
  Locals(const llvm::Loop &L, const llvm::DominatorTree &Dominators);

  /// Returns the array that a pointer leads into, or one of several that are
  /// alike; null for others.
  const LocalArray *at(const llvm::Value *Pointer) const;

  /// Whether an array is filled with something of a size that lanes can do
  /// together, except that the size may differ from lane to lane.
  bool canFill(const llvm::MemSetInst &I) const;

private:
  void add(const UseFinder &Found);

  llvm::SmallVector<LocalArray, 4> Arrays;
  llvm::DenseMap<const llvm::Value *, unsigned> Pointers; ///< To their arrays.
};

/// The copies, for so many lanes.
class LaneCopies {
public:
  explicit LaneCopies(unsigned Lanes) : Lanes(Lanes) {}

  /// Returns the first lane's copy.
  llvm::AllocaInst *of(const LocalArray &Array);

private:
  const unsigned Lanes;
  llvm::DenseMap<const llvm::AllocaInst *, llvm::AllocaInst *> Made;
};

/// Replaces copies of a few elements from and into local arrays of the loop by
/// accesses.
void expandCopies(llvm::Loop &L, const llvm::DominatorTree &Dominators);

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_LOCALS_H
