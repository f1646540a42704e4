//===- Emitter.h - Writes the vector loop -----------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every value of the body that another block needs is kept in a variable, which
// is a register again in the end. So blocks can be written in any order, and a
// block that is skipped leaves the values of its lanes as they were.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LANES_EMITTER_H
#define OMPJIT_LANES_EMITTER_H

#include "Shapes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class TargetLibraryInfo;
class TargetTransformInfo;
} // namespace llvm

namespace ompjit::lanes {

class Emitter {
public:
  Emitter(llvm::Loop &L, const Shapes &Of, const Shapes::HeaderPhis &Phis,
          LaneCopies &Copies, llvm::LoopInfo &Loops,
          const llvm::TargetLibraryInfo &Libraries, unsigned Lanes);

  /// Whether each region is entered at one place only.
  bool canEmit() const;

  /// Write the body. Control comes to it from \p Before and leaves it for
  /// \p After. \p Starts are the values of the header's phis, vectors for those
  /// of reductions. The loop makes \p Count iterations, a multiple of the
  /// lanes; some make those of the lanes in \p Mask, which has one at least.
  void emitLoop(llvm::BasicBlock *Before, llvm::BasicBlock *After,
                llvm::Value *Count, llvm::ArrayRef<llvm::Value *> Starts);
  void emitSome(llvm::BasicBlock *Before, llvm::BasicBlock *After,
                llvm::Value *Mask, llvm::ArrayRef<llvm::Value *> Starts);

  /// Return, at the end of \p After, what the iteration in a lane has computed
  /// for a value of the body; and what a phi of the header has come to.
  llvm::Value *inLane(llvm::Instruction *I, llvm::Value *Lane);
  llvm::Value *atEnd(llvm::PHINode *Phi);

  /// Turns the variables into registers.
  void finish(llvm::DominatorTree &Dominators);

private:
  using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;

  // Values.
  llvm::AllocaInst *variable(llvm::Type *Type, const llvm::Twine &Name);
  llvm::AllocaInst *variableOf(llvm::Instruction *I);
  llvm::AllocaInst *maskOf(Edge Way);
  llvm::Value *representation(llvm::Value *V);
  llvm::Value *scalar(llvm::Value *V);
  llvm::Value *vector(llvm::Value *V);
  llvm::Value *vectorOf(llvm::Value *Scalar, Shape Of);
  llvm::Value *allLanes();
  llvm::Value *noLane();
  llvm::Value *any(llvm::Value *Mask);
  llvm::Type *vectorType(llvm::Type *Type) const;
  llvm::Type *typeOf(const llvm::Instruction *I) const;
  void define(llvm::Instruction *I, llvm::Value *Made);

  // Instructions.
  void emitBody(llvm::BasicBlock *Block, llvm::Value *Mask);
  void emitInstruction(llvm::Instruction &I, llvm::Value *Mask);
  llvm::Value *emitVector(llvm::Instruction &I, llvm::Value *Mask);
  llvm::Value *emitLoad(llvm::LoadInst &I, llvm::Value *Mask);
  void emitStore(llvm::StoreInst &I, llvm::Value *Mask);
  void emitFill(llvm::MemSetInst &I, llvm::Value *Mask);
  void storeRepeatedly(llvm::Value *All, llvm::Value *Place,
                       llvm::Value *Length, llvm::Value *Mask);
  llvm::Value *emitLocalAddress(llvm::GetElementPtrInst &I);
  llvm::Align alignOfLane(const llvm::Instruction &Access) const;
  void emitUpdate(llvm::AtomicRMWInst &I, llvm::Value *Mask);
  bool emitCommonUpdate(llvm::AtomicRMWInst &I, llvm::Value *Mask);
  llvm::Value *unusedPlace(const llvm::AtomicRMWInst &I);
  void addUpdate(llvm::AtomicRMWInst &I, llvm::Value *Place,
                 llvm::Value *Operand);
  llvm::Value *emitCall(llvm::CallInst &I);
  llvm::Value *emitLibraryCalls(llvm::CallInst &I, llvm::Function &Form);
  llvm::Value *reversed(llvm::Value *V);
  bool needsActiveLane(const llvm::BasicBlock *Block) const;

  // Control.
  struct PendingPhi {
    llvm::PHINode *Phi;
    llvm::Value *Incoming;
    llvm::Value *Mask; ///< Null: the whole value.
  };
  void collectPhis(llvm::BasicBlock *From, llvm::BasicBlock *To,
                   llvm::Value *Mask,
                   llvm::SmallVectorImpl<PendingPhi> &Pending);
  void storePhis(llvm::ArrayRef<PendingPhi> Pending);
  void begin(llvm::BasicBlock *Before, llvm::BasicBlock *After,
             llvm::ArrayRef<llvm::Value *> Starts);
  llvm::BasicBlock *newBlock(const llvm::Twine &Name);
  void startBlock(llvm::BasicBlock *Block);

  /// Writes a loop that lanes leave together, or the body of the outermost one,
  /// by real branches. \p Leave writes what an edge out of it does.
  void emitTogether(
      llvm::Loop &Inner, llvm::Value *Mask,
      llvm::function_ref<void(llvm::BasicBlock *, llvm::BasicBlock *)> Leave);
  void emitNodes(llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                 const llvm::Loop *Around);
  void emitNode(llvm::BasicBlock *Block, const llvm::Loop *Around);
  void emitRagged(llvm::Loop &Inner);
  void emitWhole(llvm::Loop &Inner);
  void emitWays(llvm::BasicBlock *Block, llvm::Value *Mask);
  void addWay(llvm::BasicBlock *From, llvm::BasicBlock *To, llvm::Value *Mask);
  llvm::Value *arriving(llvm::BasicBlock *Block,
                        const llvm::Loop *Except = nullptr);
  void resetExits(llvm::Loop &Inner);
  const llvm::Loop *togetherAround(const llvm::BasicBlock *Block) const;
  bool leavesLoop(const llvm::BasicBlock *From,
                  const llvm::BasicBlock *To) const;
  llvm::SmallVector<llvm::BasicBlock *>
  ordered(const llvm::SmallSetVector<llvm::BasicBlock *, 8> &Blocks) const;

  llvm::Loop &L;
  const Shapes &Of;
  const Shapes::HeaderPhis &Phis;
  LaneCopies &Copies;
  llvm::LoopInfo &Loops;
  const llvm::TargetLibraryInfo &Libraries;
  const unsigned Lanes;
  llvm::Function &F;
  llvm::IRBuilder<> Builder;
  llvm::SmallVector<llvm::BasicBlock *> Order; ///< Reverse post-order of L.
  llvm::DenseMap<const llvm::Instruction *, llvm::AllocaInst *> Variables;
  llvm::DenseMap<Edge, llvm::AllocaInst *> Masks;
  llvm::SmallVector<llvm::AllocaInst *> All;
  /// Values of the block that is being written.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Here;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> VectorsHere;
  llvm::BasicBlock *Where = nullptr; ///< New blocks are put before it.
};

} // namespace ompjit::lanes

#endif // OMPJIT_LANES_EMITTER_H
