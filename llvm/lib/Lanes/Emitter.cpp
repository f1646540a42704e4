//===- Emitter.cpp - Writes the control flow of the vector loop -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace ompjit::lanes {

Emitter::Emitter(Loop &L, const Shapes &Of, const Shapes::HeaderPhis &Phis,
                 LaneCopies &Copies, LoopInfo &Loops,
                 const TargetLibraryInfo &Libraries, unsigned Lanes)
    : L(L), Of(Of), Phis(Phis), Copies(Copies), Loops(Loops),
      Libraries(Libraries), Lanes(Lanes), F(*L.getHeader()->getParent()),
      Builder(F.getContext()) {
  LoopBlocksRPO Ordered(&L);
  Ordered.perform(&Loops);
  Order.append(Ordered.begin(), Ordered.end());
}

static bool isEnteredOnlyFrom(const Region &Between,
                              function_ref<bool(const BasicBlock *)> IsBefore) {
  return all_of(Between.Blocks, [&](BasicBlock *Block) {
    return all_of(predecessors(Block), [&](BasicBlock *Each) {
      return Between.Blocks.contains(Each) || IsBefore(Each);
    });
  });
}

/// Returns the innermost loop around the block that lanes leave together.
const Loop *Emitter::togetherAround(const BasicBlock *Block) const {
  const Loop *Around = Loops.getLoopFor(Block);
  while (Around != &L && Of.isRagged(Around))
    Around = Around->getParentLoop();
  return Around;
}

bool Emitter::canEmit() const {
  for (BasicBlock *Block : Order) {
    const Loop *Around = togetherAround(Block);
    const Loop *Ragged = Loops.getLoopFor(Block);
    if (Ragged == Around) {
      Ragged = nullptr;
    } else {
      while (Ragged->getParentLoop() != Around)
        Ragged = Ragged->getParentLoop();
      if (Ragged->getHeader() != Block)
        continue;
    }
    if (!Ragged && !Of.parts(Block))
      continue;
    // In a region of the same loop any way in will do: it has a mask.
    if (any_of(Order, [&](BasicBlock *Other) {
          return Other != Block && Of.parts(Other) &&
                 togetherAround(Other) == Around &&
                 Loops.getLoopFor(Other) == Around &&
                 Of.regionAt(Other).Blocks.contains(Block);
        }))
      continue;
    const Region Between = Ragged ? Of.regionOf(*Ragged) : Of.regionAt(Block);
    if (!Between.Join || !Around->contains(Between.Join) ||
        Between.Blocks.contains(Around->getHeader()) ||
        !isEnteredOnlyFrom(Between, [&](const BasicBlock *Each) {
          return Each == (Ragged ? Ragged->getLoopPreheader() : Block);
        }))
      return false;
  }
  return true;
}

AllocaInst *Emitter::variable(Type *Type, const Twine &Name) {
  IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Made = AtEntry.CreateAlloca(Type, nullptr, Name);
  All.push_back(Made);
  return Made;
}

Type *Emitter::vectorType(Type *Type) const {
  return FixedVectorType::get(Type, Lanes);
}

Type *Emitter::typeOf(const Instruction *I) const {
  return Of.of(I).isScalar() ? I->getType() : vectorType(I->getType());
}

AllocaInst *Emitter::variableOf(Instruction *I) {
  AllocaInst *&Made = Variables[I];
  if (!Made)
    Made = variable(typeOf(I), "lane");
  return Made;
}

AllocaInst *Emitter::maskOf(Edge Way) {
  AllocaInst *&Made = Masks[Way];
  if (!Made)
    Made = variable(vectorType(Builder.getInt1Ty()), "way");
  return Made;
}

Value *Emitter::representation(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  if (Value *Made = Here.lookup(I))
    return Made;
  Value *Made = V;
  if (L.contains(I)) {
    AllocaInst *Variable = variableOf(I);
    Made = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
  } else if (const LocalArray *Array = Of.localAt(I)) {
    Made = I == Array->Variable ? Copies.of(*Array)
                                : emitLocalAddress(cast<GetElementPtrInst>(*I));
  }
  Here[I] = Made;
  return Made;
}

Value *Emitter::scalar(Value *V) {
  assert(Of.of(V).isScalar() && "differs between lanes");
  return representation(V);
}

Value *Emitter::vectorOf(Value *Scalar, Shape Shape) {
  Value *All = Builder.CreateVectorSplat(Lanes, Scalar);
  if (Shape.K == Shape::Uniform)
    return All;
  Type *const Type = Scalar->getType();
  if (Type->isPointerTy()) {
    SmallVector<Constant *> Offsets;
    for (unsigned I = 0; I != Lanes; ++I)
      Offsets.push_back(Builder.getInt64(I * Shape.Stride));
    return Builder.CreateGEP(Builder.getInt8Ty(), Scalar,
                             ConstantVector::get(Offsets));
  }
  SmallVector<Constant *> Offsets;
  for (unsigned I = 0; I != Lanes; ++I)
    Offsets.push_back(
        ConstantInt::get(Type, APInt(64, uint64_t(I) * Shape.Stride)
                                   .sextOrTrunc(Type->getIntegerBitWidth())));
  return Builder.CreateAdd(All, ConstantVector::get(Offsets));
}

Value *Emitter::vector(Value *V) {
  Value *Made = VectorsHere.lookup(V);
  if (Made)
    return Made;
  Made = representation(V);
  if (const Shape Shape = Of.of(V); Shape.isScalar())
    Made = vectorOf(Made, Shape);
  VectorsHere[V] = Made;
  return Made;
}

Value *Emitter::allLanes() {
  return ConstantInt::getTrue(vectorType(Builder.getInt1Ty()));
}

Value *Emitter::noLane() {
  return ConstantInt::getFalse(vectorType(Builder.getInt1Ty()));
}

Value *Emitter::any(Value *Mask) { return Builder.CreateOrReduce(Mask); }

void Emitter::define(Instruction *I, Value *Made) {
  Here[I] = Made;
  const bool IsNeededElsewhere = any_of(I->users(), [&](User *Each) {
    auto *By = cast<Instruction>(Each);
    return By->getParent() != I->getParent() || isa<PHINode>(By);
  });
  if (IsNeededElsewhere)
    Builder.CreateStore(Made, variableOf(I));
}

BasicBlock *Emitter::newBlock(const Twine &Name) {
  return BasicBlock::Create(F.getContext(), "lanes." + Name, &F, Where);
}

void Emitter::startBlock(BasicBlock *Block) {
  Builder.SetInsertPoint(Block);
  Here.clear();
  VectorsHere.clear();
}

void Emitter::collectPhis(BasicBlock *From, BasicBlock *To, Value *Mask,
                          SmallVectorImpl<PendingPhi> &Pending) {
  // All lanes that go around a loop come from its latch.
  if (const Loop *Around = Loops.getLoopFor(To);
      Around != &L && Around->getHeader() == To && Around->contains(From))
    Mask = nullptr;
  for (PHINode &Phi : To->phis()) {
    if (To == L.getHeader() && Phis.lookup(&Phi).K == HeaderPhi::Induction)
      continue;
    Value *Incoming = Phi.getIncomingValueForBlock(From);
    if (Of.of(&Phi).isScalar())
      Pending.push_back({&Phi, scalar(Incoming), nullptr});
    else
      Pending.push_back({&Phi, vector(Incoming), Mask});
  }
}

void Emitter::storePhis(ArrayRef<PendingPhi> Pending) {
  for (const PendingPhi &Each : Pending) {
    AllocaInst *Variable = variableOf(Each.Phi);
    Value *New = Each.Incoming;
    if (Each.Mask)
      New = Builder.CreateSelect(
          Each.Mask, New,
          Builder.CreateLoad(Variable->getAllocatedType(), Variable));
    Builder.CreateStore(New, Variable);
  }
}

SmallVector<BasicBlock *>
Emitter::ordered(const SmallSetVector<BasicBlock *, 8> &Blocks) const {
  SmallVector<BasicBlock *> Result;
  for (BasicBlock *Block : Order)
    if (Blocks.contains(Block))
      Result.push_back(Block);
  return Result;
}

void Emitter::emitTogether(
    Loop &Inner, Value *Mask,
    function_ref<void(BasicBlock *, BasicBlock *)> Leave) {
  DenseMap<BasicBlock *, BasicBlock *> Labels;
  SmallVector<BasicBlock *> Next;
  auto LabelOf = [&](BasicBlock *Block) {
    BasicBlock *&Label = Labels[Block];
    if (!Label) {
      Label = newBlock(Block->getName());
      Next.push_back(Block);
    }
    return Label;
  };
  // Writes what happens on the way from a block to another one, of which the
  // lanes all take the same.
  auto Go = [&](BasicBlock *From, BasicBlock *To) {
    if (!Inner.contains(To) || (&Inner == &L && To == L.getHeader()))
      return Leave(From, To);
    SmallVector<PendingPhi> Pending;
    collectPhis(From, To, nullptr, Pending);
    storePhis(Pending);
    Builder.CreateBr(LabelOf(To));
  };
  BasicBlock *Entry = LabelOf(Inner.getHeader());
  Builder.CreateBr(Entry);
  while (!Next.empty()) {
    BasicBlock *Block = Next.pop_back_val();
    startBlock(Labels[Block]);
    Loop *Around = Loops.getLoopFor(Block);
    while (Around != &Inner && Around->getHeader() != Block)
      Around = Around->getParentLoop();
    if (Around != &Inner && Of.isRagged(Around)) {
      // All lanes enter it.
      const Region Between = Of.regionOf(*Around);
      Builder.CreateStore(Mask ? Mask : allLanes(),
                          maskOf({Around->getLoopPreheader(), Block}));
      emitNodes(ordered(Between.Blocks), Around->getParentLoop());
      Builder.CreateBr(LabelOf(Between.Join));
      continue;
    }
    emitBody(Block, Mask);
    if (&Inner == &L && Block == L.getLoopLatch()) {
      Leave(Block, L.getHeader());
      continue;
    }
    auto *Branch = cast<BranchInst>(Block->getTerminator());
    if (Of.parts(Block)) {
      const Region Between = Of.regionAt(Block);
      emitWays(Block, Mask);
      emitNodes(ordered(Between.Blocks), Loops.getLoopFor(Block));
      Builder.CreateBr(LabelOf(Between.Join));
    } else if (Branch->isUnconditional() ||
               Branch->getSuccessor(0) == Branch->getSuccessor(1)) {
      Go(Block, Branch->getSuccessor(0));
    } else {
      BasicBlock *Ways[] = {newBlock("way"), newBlock("way")};
      Builder.CreateCondBr(scalar(Branch->getCondition()), Ways[0], Ways[1]);
      for (unsigned I = 0; I != 2; ++I) {
        startBlock(Ways[I]);
        Go(Block, Branch->getSuccessor(I));
      }
    }
  }
}

/// Whether an edge leaves a loop of the linear sequence: its mask collects the
/// lanes of all turns.
bool Emitter::leavesLoop(const BasicBlock *From, const BasicBlock *To) const {
  const Loop *Around = Loops.getLoopFor(From);
  return Around && !Around->contains(To);
}

void Emitter::addWay(BasicBlock *From, BasicBlock *To, Value *Mask) {
  AllocaInst *Variable = maskOf({From, To});
  if (leavesLoop(From, To))
    Mask = Builder.CreateOr(
        Builder.CreateLoad(Variable->getAllocatedType(), Variable), Mask);
  Builder.CreateStore(Mask, Variable);
}

/// Writes the masks of the ways out of a block, and what lanes bring along.
void Emitter::emitWays(BasicBlock *Block, Value *Mask) {
  auto *Branch = cast<BranchInst>(Block->getTerminator());
  SmallVector<std::pair<BasicBlock *, Value *>, 2> Ways;
  Value *Active = Mask ? Mask : allLanes();
  if (Branch->isUnconditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1)) {
    Ways.push_back({Branch->getSuccessor(0), Active});
  } else {
    // Lanes that did not come here may have no proper condition.
    Value *First = vector(Branch->getCondition());
    Value *Second = Builder.CreateNot(First);
    if (Mask) {
      First = Builder.CreateSelect(Active, First, noLane());
      Second = Builder.CreateSelect(Active, Second, noLane());
    }
    Ways.push_back({Branch->getSuccessor(0), First});
    Ways.push_back({Branch->getSuccessor(1), Second});
  }
  SmallVector<PendingPhi> Pending;
  for (auto [To, Way] : Ways)
    collectPhis(Block, To, Way, Pending);
  storePhis(Pending);
  for (auto [To, Way] : Ways)
    addWay(Block, To, Way);
}

/// Returns the mask of the lanes that come to a block, except around a loop.
Value *Emitter::arriving(BasicBlock *Block, const Loop *Except) {
  Value *All = nullptr;
  SmallPtrSet<BasicBlock *, 4> Seen;
  for (BasicBlock *From : predecessors(Block)) {
    if ((Except && Except->contains(From)) || !Seen.insert(From).second)
      continue;
    AllocaInst *Variable = maskOf({From, Block});
    Value *Mask = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
    All = All ? Builder.CreateOr(All, Mask) : Mask;
  }
  return All;
}

void Emitter::emitNodes(ArrayRef<BasicBlock *> Blocks, const Loop *Around) {
  SmallPtrSet<BasicBlock *, 16> Done;
  for (BasicBlock *Block : Blocks) {
    if (Done.contains(Block))
      continue;
    Loop *Inner = Loops.getLoopFor(Block);
    while (Inner != Around && Inner->getParentLoop() != Around)
      Inner = Inner->getParentLoop();
    if (Inner == Around) {
      emitNode(Block, Around);
      continue;
    }
    Done.insert(Inner->block_begin(), Inner->block_end());
    if (Of.isRagged(Inner))
      emitRagged(*Inner);
    else
      emitWhole(*Inner);
  }
}

void Emitter::emitNode(BasicBlock *Block, const Loop *Around) {
  const bool IsHeader = Around->getHeader() == Block;
  BasicBlock *Skip = nullptr;
  if (!IsHeader && needsActiveLane(Block)) {
    startBlock(Builder.GetInsertBlock());
    Value *Mask = arriving(Block);
    for (BasicBlock *To : successors(Block))
      if (!leavesLoop(Block, To))
        Builder.CreateStore(noLane(), maskOf({Block, To}));
    BasicBlock *Body = newBlock(Block->getName());
    Skip = newBlock("next");
    Builder.CreateCondBr(any(Mask), Body, Skip);
    startBlock(Body);
  } else {
    startBlock(Builder.GetInsertBlock());
  }
  // The lanes that come to a header are those of the loop's turn.
  Value *Mask = arriving(Block);
  emitBody(Block, Mask);
  emitWays(Block, Mask);
  if (Skip) {
    Builder.CreateBr(Skip);
    startBlock(Skip);
  }
}

/// The exits of a loop collect lanes in all of its turns. Those out of several
/// loops do so from the outermost one on.
void Emitter::resetExits(Loop &Inner) {
  SmallVector<Loop::Edge> Exits;
  Inner.getExitEdges(Exits);
  for (auto [From, To] : Exits)
    if (!Inner.getParentLoop() || Inner.getParentLoop()->contains(To))
      Builder.CreateStore(noLane(), maskOf({From, To}));
}

void Emitter::emitRagged(Loop &Inner) {
  startBlock(Builder.GetInsertBlock());
  BasicBlock *Header = Inner.getHeader(), *Latch = Inner.getLoopLatch();
  BasicBlock *Turn = newBlock("ragged"), *Next = newBlock("next");
  AllocaInst *Around = maskOf({Latch, Header});
  AllocaInst *Into = maskOf({Inner.getLoopPreheader(), Header});
  resetExits(Inner);
  Builder.CreateStore(noLane(), Around);
  Value *First = arriving(Header, &Inner);
  Builder.CreateCondBr(any(First), Turn, Next);
  startBlock(Turn);
  SmallVector<BasicBlock *> Blocks;
  for (BasicBlock *Block : Order)
    if (Inner.contains(Block))
      Blocks.push_back(Block);
  emitNodes(Blocks, &Inner);
  startBlock(Builder.GetInsertBlock());
  Builder.CreateStore(noLane(), Into);
  Value *Again = Builder.CreateLoad(Around->getAllocatedType(), Around);
  Builder.CreateCondBr(any(Again), Turn, Next);
  startBlock(Next);
}

void Emitter::emitWhole(Loop &Inner) {
  startBlock(Builder.GetInsertBlock());
  BasicBlock *Enter = newBlock("whole"), *Next = newBlock("next");
  resetExits(Inner);
  Value *Mask = arriving(Inner.getHeader(), &Inner);
  Builder.CreateCondBr(any(Mask), Enter, Next);
  startBlock(Enter);
  emitTogether(Inner, Mask, [&](BasicBlock *From, BasicBlock *To) {
    SmallVector<PendingPhi> Pending;
    collectPhis(From, To, Mask, Pending);
    storePhis(Pending);
    addWay(From, To, Mask);
    Builder.CreateBr(Next);
  });
  startBlock(Next);
}

void Emitter::begin(BasicBlock *Before, BasicBlock *After,
                    ArrayRef<Value *> Starts) {
  Where = After;
  startBlock(Before);
  unsigned Next = 0;
  for (const auto &[Phi, Role] : Phis)
    Builder.CreateStore(Starts[Next++], variableOf(Phi));
}

void Emitter::emitLoop(BasicBlock *Before, BasicBlock *After, Value *Count,
                       ArrayRef<Value *> Starts) {
  begin(Before, After, Starts);
  Type *const Long = Builder.getInt64Ty();
  AllocaInst *Done = variable(Long, "done");
  Builder.CreateStore(Builder.getInt64(0), Done);
  emitTogether(L, nullptr, [&](BasicBlock *Latch, BasicBlock *Header) {
    SmallVector<PendingPhi> Pending;
    collectPhis(Latch, Header, nullptr, Pending);
    storePhis(Pending);
    for (const auto &[Phi, Role] : Phis) {
      if (Role.K != HeaderPhi::Induction)
        continue;
      AllocaInst *Variable = variableOf(Phi);
      Value *Old = Builder.CreateLoad(Phi->getType(), Variable);
      const int64_t Step = Role.Step * int64_t(Lanes);
      Value *New = Phi->getType()->isPointerTy()
                       ? Builder.CreateGEP(Builder.getInt8Ty(), Old,
                                           Builder.getInt64(Step))
                       : Builder.CreateAdd(
                             Old, ConstantInt::getSigned(Phi->getType(), Step));
      Builder.CreateStore(New, Variable);
    }
    Value *Now = Builder.CreateAdd(Builder.CreateLoad(Long, Done),
                                   Builder.getInt64(Lanes), "",
                                   /*HasNUW=*/true);
    Builder.CreateStore(Now, Done);
    // The label of the header is the block behind Before.
    Builder.CreateCondBr(Builder.CreateICmpEQ(Now, Count), After,
                         Before->getTerminator()->getSuccessor(0));
  });
  startBlock(After);
}

void Emitter::emitSome(BasicBlock *Before, BasicBlock *After, Value *Mask,
                       ArrayRef<Value *> Starts) {
  begin(Before, After, Starts);
  emitTogether(L, Mask, [&](BasicBlock *Latch, BasicBlock *Header) {
    SmallVector<PendingPhi> Pending;
    collectPhis(Latch, Header, Mask, Pending);
    storePhis(Pending);
    Builder.CreateBr(After);
  });
  startBlock(After);
}

Value *Emitter::atEnd(PHINode *Phi) { return representation(Phi); }

Value *Emitter::inLane(Instruction *I, Value *Lane) {
  Value *Made = representation(I);
  const Shape Shape = Of.of(I);
  if (Shape.K == Shape::Varying)
    return Builder.CreateExtractElement(Made, Lane);
  if (Shape.K == Shape::Uniform)
    return Made;
  Value *Offset =
      Builder.CreateMul(Lane, Builder.getInt64(uint64_t(Shape.Stride)));
  if (Made->getType()->isPointerTy())
    return Builder.CreateGEP(Builder.getInt8Ty(), Made, Offset);
  return Builder.CreateAdd(Made,
                           Builder.CreateZExtOrTrunc(Offset, Made->getType()));
}

void Emitter::finish(DominatorTree &Dominators) {
  PromoteMemToReg(All, Dominators);
}

} // namespace ompjit::lanes
