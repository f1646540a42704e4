//===- Operations.cpp - Calls of the virtual GPU --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace ompjit::virtualgpu {

Operations::Operations(Module &M) : M(M) {
  Type *Pointer = PointerType::get(M.getContext(), 0);
  Table = new GlobalVariable(
      M, Pointer, /*isConstant=*/false, GlobalValue::InternalLinkage,
      ConstantPointerNull::get(cast<PointerType>(Pointer)), "vgpu.operations");
}

/// Loads a value that does not change while the code runs.
static LoadInst *loadInvariant(IRBuilderBase &B, Type *T, Value *From) {
  LoadInst *Load = B.CreateLoad(T, From);
  Load->setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(B.getContext(), {}));
  return Load;
}

CallInst *Operations::call(IRBuilderBase &B, size_t Offset, Type *Result,
                           ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  Value *Functions = loadInvariant(B, B.getPtrTy(), Table);
  Value *Callee = loadInvariant(
      B, B.getPtrTy(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Functions, Offset));
  auto *Signature = FunctionType::get(Result, Types, /*isVarArg=*/false);
  CallInst *Call = B.CreateCall(Signature, Callee, Arguments);
  Call->addFnAttr(Attribute::NoUnwind);
  Call->addFnAttr(Attribute::Convergent);
  return Call;
}

CallInst *Operations::onBlock(IRBuilderBase &B, vgpu::BlockOperation Operation,
                              Value *Id, Value *Count, Value *Predicate) {
  return call(B, offsetof(vgpu::Operations, OnBlock), B.getInt64Ty(),
              {site(B), B.getInt32(uint32_t(Operation)), Id, Count, Predicate});
}

CallInst *Operations::onWarp(IRBuilderBase &B, vgpu::WarpOperation Operation,
                             Value *Mask, Value *Operand, Value *A,
                             Value *Second) {
  auto Extend = [&](Value *V) -> Value * {
    return V ? B.CreateZExt(V, B.getInt64Ty()) : B.getInt64(0);
  };
  auto *Pair = StructType::get(B.getInt64Ty(), B.getInt64Ty());
  return call(B, offsetof(vgpu::Operations, OnWarp), Pair,
              {site(B), B.getInt32(uint32_t(Operation)), Extend(Mask),
               Extend(Operand), Extend(A), Extend(Second)});
}

void Operations::yield(IRBuilderBase &B, Value *Nanoseconds) {
  call(B, offsetof(vgpu::Operations, Yield), B.getVoidTy(),
       {site(B), B.CreateZExtOrTrunc(Nanoseconds, B.getInt32Ty())});
}

Value *Operations::lane(Function &F) {
  Value *&Lane = Lanes[&F];
  if (Lane)
    return Lane;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  B.SetCurrentDebugLocation(DebugLoc());
  CallInst *Call =
      call(B, offsetof(vgpu::Operations, CurrentLane), B.getPtrTy(), {});
  Call->setDoesNotAccessMemory();
  Call->addFnAttr(Attribute::WillReturn);
  return Lane = Call;
}

Value *Operations::laneField(IRBuilderBase &B, size_t Offset, Type *T) {
  Value *Lane = lane(*B.GetInsertBlock()->getParent());
  return loadInvariant(
      B, T ? T : B.getInt32Ty(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Lane, Offset));
}

Constant *Operations::string(StringRef Text) {
  Constant *&String = Strings[Text];
  if (!String) {
    Constant *Bytes = ConstantDataArray::getString(M.getContext(), Text);
    auto *Variable =
        new GlobalVariable(M, Bytes->getType(), /*isConstant=*/true,
                           GlobalValue::PrivateLinkage, Bytes, "vgpu.string");
    Variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    String = Variable;
  }
  return String;
}

/// Lists the blocks in an order in which each comes after those that lead to
/// it, and a whole loop before the code that follows it.
static void listBlocks(ArrayRef<const BasicBlock *> Region, const Loop *Around,
                       const LoopInfo &Loops,
                       SmallVectorImpl<const BasicBlock *> &Order) {
  SmallPtrSet<const Loop *, 8> Listed;
  for (const BasicBlock *Block : Region) {
    const Loop *Inner = Loops.getLoopFor(Block);
    if (Inner == Around) {
      Order.push_back(Block);
      continue;
    }
    while (Inner->getParentLoop() != Around)
      Inner = Inner->getParentLoop();
    if (!Listed.insert(Inner).second)
      continue;
    SmallVector<const BasicBlock *> Body;
    for (const BasicBlock *Each : Region)
      if (Inner->contains(Each))
        Body.push_back(Each);
    listBlocks(Body, Inner, Loops, Order);
  }
}

unsigned Operations::rankOf(const BasicBlock &Block) {
  auto &F = const_cast<Function &>(*Block.getParent());
  if (Ranked.insert(&F).second) {
    const DominatorTree Dominators(F);
    const LoopInfo Loops(Dominators);
    ReversePostOrderTraversal<const Function *> Traversal(&F);
    const SmallVector<const BasicBlock *> Blocks(Traversal.begin(),
                                                 Traversal.end());
    SmallVector<const BasicBlock *> Order;
    listBlocks(Blocks, nullptr, Loops, Order);
    for (auto [Rank, Each] : enumerate(Order))
      Ranks[Each] = unsigned(Rank);
  }
  return Ranks.lookup(&Block);
}

Constant *Operations::siteRecord(IRBuilderBase &B, unsigned Rank) {
  StringRef Name = B.GetInsertBlock()->getParent()->getName(), File;
  unsigned Line = 0;
  if (const DILocation *Location = B.getCurrentDebugLocation()) {
    File = Location->getFilename();
    Line = Location->getLine();
    if (const DISubprogram *Scope = Location->getScope()->getSubprogram())
      Name = Scope->getName();
  }
  return ConstantStruct::getAnon(
      {string(Name), string(File), B.getInt32(Line), B.getInt32(Rank)});
}

Constant *Operations::constant(Constant *Value, StringRef Name) {
  return new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                            GlobalValue::PrivateLinkage, Value, Name);
}

Constant *Operations::site(IRBuilderBase &B) {
  // Operations of a block are inserted in order, but those at its end were
  // inserted first.
  constexpr unsigned Last = 4095;
  const BasicBlock &Block = *B.GetInsertBlock();
  const BasicBlock::const_iterator At = B.GetInsertPoint();
  const unsigned Place =
      At != Block.end() && At->isTerminator()
          ? Last
          : std::min(unsigned(std::distance(Block.begin(), At)), Last - 1);
  return constant(siteRecord(B, rankOf(Block) << 12 | Place), "vgpu.site");
}

Constant *Operations::accessSite(IRBuilderBase &B, Constant *Variable,
                                 Align To) {
  if (!Variable)
    Variable = ConstantPointerNull::get(B.getPtrTy());
  return constant(ConstantStruct::getAnon(
                      {siteRecord(B, 0), Variable, B.getInt64(To.value())}),
                  "vgpu.access");
}

} // namespace ompjit::virtualgpu
