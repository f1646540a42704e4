//===- Shapes.h - How values differ between lanes ---------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values of a loop's body are the same in all lanes, which differ by a
// constant from lane to lane, and where lanes part. Control flow and values
// depend on each other: where lanes part, what they bring along differs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_SHAPES_H
#define OMPJIT_LANES_SHAPES_H

#include "Locals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace ompjit::lanes {

struct Shape {
  enum Kind : uint8_t { Unknown, Uniform, Strided, Varying };

  Kind K = Unknown;
  /// Whether the value never wraps as a signed number, from one lane to the
  /// next, so that a wider one has the same stride.
  bool IsExact = false;
  /// From lane to lane: of pointers in bytes.
  int64_t Stride = 0;

  bool isScalar() const { return K == Uniform || K == Strided; }
  bool operator==(const Shape &) const = default;
};

/// A value that must be between -2^(Bits-1) and 2^(Bits-1) - 1 in the first and
/// in the last iteration, so that all iterations have the stride.
struct Assumption {
  const llvm::SCEV *First;
  const llvm::SCEV *Last;
  unsigned Bits;
};

/// The blocks that lanes take different ways through, up to Join, where all of
/// them meet again.
struct Region {
  llvm::SmallSetVector<llvm::BasicBlock *, 8> Blocks;
  llvm::BasicBlock *Join = nullptr;
};

/// What a header's phi becomes in the vector loop.
struct HeaderPhi {
  enum Kind : uint8_t { Induction, Reduction };
  Kind K = Induction;
  int64_t Step = 0; ///< Of an induction; of pointers in bytes.
  /// Of a reduction: the intrinsic or opcode that joins the lanes.
  unsigned Opcode = 0;
  llvm::Intrinsic::ID Intrinsic = llvm::Intrinsic::not_intrinsic;
  /// For FCmp: the value of the old and the new one that is kept is the old one
  /// if this holds between them.
  llvm::CmpInst::Predicate Keeps = llvm::CmpInst::BAD_FCMP_PREDICATE;
};

class Shapes {
public:
  using HeaderPhis = llvm::MapVector<llvm::PHINode *, HeaderPhi>;

  Shapes(llvm::Loop &L, const HeaderPhis &Phis, const Locals &Own,
         llvm::LoopInfo &Loops, llvm::PostDominatorTree &Joins,
         llvm::ScalarEvolution &Evolution, const llvm::SCEV *BackedgesTaken);

  /// Returns a reason if the loop's lanes part where they cannot meet again.
  const char *analyze();

  Shape of(const llvm::Value *V) const;
  /// The array of which each lane has a copy that a pointer leads into; null
  /// for others.
  const LocalArray *localAt(const llvm::Value *Pointer) const {
    return Own.at(Pointer);
  }
  /// Whether lanes part at the end of the block.
  bool parts(const llvm::BasicBlock *Block) const {
    return Parting.contains(Block);
  }
  /// Whether lanes leave the loop at different times.
  bool isRagged(const llvm::Loop *Inner) const { return Ragged.count(Inner); }
  /// What is executed under masks from the end of the block, or the beginning
  /// of a ragged loop.
  Region regionAt(llvm::BasicBlock *Block) const;
  Region regionOf(const llvm::Loop &Ragged) const;

  const llvm::SmallVectorImpl<Assumption> &assumptions() const {
    return Assumptions;
  }

private:
  bool update(llvm::Instruction &I);
  bool updateControl();
  Shape transfer(llvm::Instruction &I);
  Shape transferPhi(llvm::PHINode &Phi);
  Shape transferBinary(llvm::BinaryOperator &I);
  bool isExact(llvm::Instruction &I, bool HasFlag);
  Shape transferCast(llvm::CastInst &I);
  Shape transferAddress(llvm::GetElementPtrInst &I);
  /// Whether the value's lowest bits are a signed number that never wraps from
  /// one iteration to the next, perhaps only if something is checked before the
  /// loop.
  bool fits(llvm::Value *V, unsigned Bits);
  bool fitsInTurns(llvm::Value *V, unsigned Shift, unsigned Bits);
  const llvm::SCEV *partOf(const llvm::SCEV *Number, unsigned Shift,
                           unsigned Bits) const;
  static bool isSmall(const llvm::SCEVConstant &Step);
  const llvm::SCEV *after(const llvm::SCEV *First,
                          const llvm::SCEVConstant &Step,
                          const llvm::SCEV *Taken) const;
  void assume(const Assumption &New);
  llvm::BasicBlock *joinOf(llvm::BasicBlock *Block) const;
  Region regionFrom(llvm::ArrayRef<llvm::BasicBlock *> First,
                    llvm::BasicBlock *Join) const;
  bool isJoin(const llvm::BasicBlock *Block, const llvm::BasicBlock *Parting,
              const Region &Between) const;

  llvm::Loop &L;
  const HeaderPhis &Phis;
  const Locals &Own;
  llvm::LoopInfo &Loops;
  llvm::PostDominatorTree &Joins;
  llvm::ScalarEvolution &Evolution;
  const llvm::SCEV *BackedgesTaken;
  llvm::DenseMap<const llvm::Value *, Shape> Known;
  llvm::DenseSet<const llvm::BasicBlock *> Parting;
  llvm::DenseSet<const llvm::BasicBlock *> Meeting;
  /// Blocks to which only some lanes may come.
  llvm::DenseSet<const llvm::BasicBlock *> Masked;
  llvm::DenseSet<const llvm::Loop *> Ragged;
  llvm::SmallVector<Assumption> Assumptions;
  const char *Fault = nullptr;
};

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_SHAPES_H
