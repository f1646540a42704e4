//===- WarpCopies.cpp - What warps pass to the first one ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's own function waits twice for every four bytes, and takes pieces of
// one and two bytes from the wrong place.
//
//===----------------------------------------------------------------------===//

#include "WarpCopies.h"
#include "Memory.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::passes {

namespace {

/// A block has up to 1024 threads. Large variables go in several rounds, so
/// that little shared memory is enough.
constexpr uint64_t MaxWarps = 32, SmallRecordBytes = 16, RoundBytes = 128;
const Align RecordAlign(16);

/// A part of a variable and its place in a record.
struct Piece {
  unsigned Variable;
  uint64_t Offset, Bytes, Place;
  Align Alignment;
};
using Round = SmallVector<Piece>;

class Writer {
public:
  Writer(Function &F, ArrayRef<Round> Rounds);

  void write(const Round &Pieces);
  void finish() { B.CreateRetVoid(); }

private:
  enum class Direction { ToRecord, FromRecord };
  void copyIf(Value *Condition, Value *Number, const Round &Pieces, Direction);
  void copy(Value *Record, const Piece &Each, Direction Way);
  Value *ask(StringRef Name);
  void wait();

  Function &F;
  Module &M;
  IRBuilder<> B;
  GlobalVariable *Records;
  uint64_t RecordBytes = 0;
  Value *Self, *Warp, *IsFirstLane, *IsReader;
};

} // namespace

static SmallVector<Round> roundsOf(ArrayRef<Type *> Types,
                                   const DataLayout &Layout) {
  SmallVector<Round> Rounds(1);
  uint64_t Used = 0;
  for (auto [Variable, Type] : enumerate(Types)) {
    const Align Alignment = std::min(Layout.getABITypeAlign(Type), RecordAlign);
    const uint64_t Size = Layout.getTypeAllocSize(Type);
    for (uint64_t Offset = 0; Offset < Size;) {
      uint64_t Place = alignTo(Used, Alignment);
      if (Place >= RoundBytes) {
        Rounds.emplace_back();
        Place = 0;
      }
      const uint64_t Bytes = std::min(Size - Offset, RoundBytes - Place);
      Rounds.back().push_back(
          {unsigned(Variable), Offset, Bytes, Place, Alignment});
      Offset += Bytes;
      Used = Place + Bytes;
    }
  }
  return Rounds;
}

/// Returns the shared variable for records of that size. All reductions of a
/// program have the same one, since its shared memory is what all of their
/// functions may need together if they are not inlined.
static GlobalVariable *recordsOf(Module &M, uint64_t RecordBytes) {
  constexpr unsigned Shared = 3;
  const std::string Name =
      ("__ompjit_reduction_records_" + Twine(RecordBytes)).str();
  if (GlobalVariable *Known = M.getGlobalVariable(Name))
    return Known;
  Type *Bytes =
      ArrayType::get(Type::getInt8Ty(M.getContext()), MaxWarps * RecordBytes);
  auto *Records =
      new GlobalVariable(M, Bytes, /*isConstant=*/false,
                         GlobalValue::WeakAnyLinkage, PoisonValue::get(Bytes),
                         Name, nullptr, GlobalValue::NotThreadLocal, Shared);
  Records->setAlignment(RecordAlign);
  return Records;
}

Writer::Writer(Function &F, ArrayRef<Round> Rounds)
    : F(F), M(*F.getParent()), B(BasicBlock::Create(F.getContext(), "", &F)) {
  // There are few sizes.
  const bool IsSmall =
      Rounds.size() == 1 &&
      (Rounds[0].empty() ||
       Rounds[0].back().Place + Rounds[0].back().Bytes <= SmallRecordBytes);
  RecordBytes = IsSmall ? SmallRecordBytes : RoundBytes;
  Records = recordsOf(M, RecordBytes);
  B.SetCurrentDebugLocation(noLineOf(F));
  Self = ask("__kmpc_get_hardware_thread_id_in_block");
  Value *Width = ask("__kmpc_get_warp_size");
  Warp = B.CreateUDiv(Self, Width);
  IsFirstLane = B.CreateIsNull(B.CreateURem(Self, Width));
  IsReader = B.CreateICmpULT(Self, F.getArg(1));
}

Value *Writer::ask(StringRef Name) {
  FunctionCallee Asked = M.getOrInsertFunction(Name, B.getInt32Ty());
  cast<Function>(Asked.getCallee())->setDoesNotThrow();
  return B.CreateCall(Asked);
}

void Writer::wait() {
  FunctionCallee Barrier = M.getOrInsertFunction(
      "__kmpc_barrier", B.getVoidTy(), B.getPtrTy(), B.getInt32Ty());
  auto *Callee = cast<Function>(Barrier.getCallee());
  Callee->setDoesNotThrow();
  Callee->setConvergent();
  B.CreateCall(Barrier,
               {ConstantPointerNull::get(B.getPtrTy()), B.getInt32(0)});
}

void Writer::copy(Value *Record, const Piece &Each, Direction Way) {
  Value *Element =
      B.CreateConstInBoundsGEP1_64(B.getPtrTy(), F.getArg(0), Each.Variable);
  Value *Variable = B.CreateConstInBoundsGEP1_64(
      B.getInt8Ty(), B.CreateLoad(B.getPtrTy(), Element), Each.Offset);
  Value *Place =
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Record, Each.Place);
  const Align Alignment = commonAlignment(Each.Alignment, Each.Offset);
  if (Way == Direction::ToRecord)
    B.CreateMemCpy(Place, Each.Alignment, Variable, Alignment, Each.Bytes);
  else
    B.CreateMemCpy(Variable, Alignment, Place, Each.Alignment, Each.Bytes);
}

void Writer::copyIf(Value *Condition, Value *Number, const Round &Pieces,
                    Direction Way) {
  auto *Then = BasicBlock::Create(F.getContext(), "", &F);
  auto *Behind = BasicBlock::Create(F.getContext(), "", &F);
  B.CreateCondBr(Condition, Then, Behind);
  B.SetInsertPoint(Then);
  Value *Record = B.CreateInBoundsGEP(
      ArrayType::get(B.getInt8Ty(), RecordBytes), Records, Number);
  for (const Piece &Each : Pieces)
    copy(Record, Each, Way);
  B.CreateBr(Behind);
  B.SetInsertPoint(Behind);
}

void Writer::write(const Round &Pieces) {
  wait(); // Until the first warp has read what was there before.
  copyIf(IsFirstLane, Warp, Pieces, Direction::ToRecord);
  wait();
  copyIf(IsReader, Self, Pieces, Direction::FromRecord);
}

void writeWarpCopy(Function &F, ArrayRef<Type *> Types) {
  const SmallVector<Round> Rounds = roundsOf(Types, F.getDataLayout());
  const GlobalValue::LinkageTypes Linkage = F.getLinkage();
  F.deleteBody(); // Makes it external.
  F.setLinkage(Linkage);
  Writer Body(F, Rounds);
  for (const Round &Each : Rounds)
    Body.write(Each);
  Body.finish();
}

} // namespace ompjit::passes
