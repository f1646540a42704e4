//===- HostKernel.cpp - A kernel for a processor --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostKernel.h"

#include "GridIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// The first answers about the block, its size and the number of blocks.
constexpr unsigned BlockAnswer = 3, SizeAnswer = 6, CountAnswer = 9;

/// The task of each thread of the host: a share of the blocks. Its parameters
/// are two pointers of libomp, and the kernel's words.
class HostTask {
public:
  HostTask(Function &Kernel, Function &Body)
      : M(*Kernel.getParent()), Body(Body), Builder(M.getContext()),
        Number(Builder.getInt32Ty()) {
    SmallVector<Type *> Types(2, Builder.getPtrTy());
    append_range(Types, drop_begin(Kernel.getFunctionType()->params()));
    Task = Function::Create(
        FunctionType::get(Builder.getVoidTy(), Types, false),
        GlobalValue::InternalLinkage, Kernel.getName() + ".blocks", M);
    Task->addFnAttrs(
        AttrBuilder(M.getContext(), Kernel.getAttributes().getFnAttrs()));
    Builder.SetInsertPoint(BasicBlock::Create(M.getContext(), "", Task));
    for (Argument &A : drop_begin(Task->args(), 2))
      Words.push_back(&A);
    Answers = Builder.CreateAlloca(ArrayType::get(Number, NumGridAnswers));
  }

  Function *write(ArrayRef<Passing> Parameters);

private:
  Value *ask(StringRef Name);
  Value *answer(unsigned Which) {
    return Builder.CreateConstInBoundsGEP1_64(Number, Answers, Which);
  }
  /// Lets what follows run \p Count times; returns the number of the turn.
  Value *beginLoop(Value *Count);
  Value *beginBlocks();

  Module &M;
  Function &Body;
  IRBuilder<> Builder;
  Type *const Number;
  Function *Task;
  SmallVector<Value *> Words;
  Value *Answers;
};

Value *HostTask::ask(StringRef Name) {
  return Builder.CreateZExt(
      Builder.CreateCall(M.getOrInsertFunction(Name, Number)),
      Builder.getInt64Ty());
}

Value *HostTask::beginLoop(Value *Count) {
  // The loop would run at least once.
  Instruction *IfAny = SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Count),
                                                 Builder.GetInsertPoint(),
                                                 /*Unreachable=*/false);
  auto [Inside, Index] =
      SplitBlockAndInsertSimpleForLoop(Count, IfAny->getIterator());
  Builder.SetInsertPoint(Inside);
  return Index;
}

/// Begins the loop over the blocks of this thread, which are contiguous.
Value *HostTask::beginBlocks() {
  ArrayRef<Value *> Counts = ArrayRef(Words).take_back(NumExtents);
  Value *Total =
      Builder.CreateMul(Builder.CreateMul(Counts[0], Counts[1]), Counts[2]);
  Value *Thread = ask("omp_get_thread_num");
  Value *Threads = ask("omp_get_num_threads");
  auto ShareAt = [&](Value *Which) {
    return Builder.CreateUDiv(Builder.CreateMul(Total, Which), Threads);
  };
  Value *Begin = ShareAt(Thread);
  Value *End = ShareAt(Builder.CreateAdd(Thread, Builder.getInt64(1)));
  return Builder.CreateAdd(Begin, beginLoop(Builder.CreateSub(End, Begin)));
}

Function *HostTask::write(ArrayRef<Passing> Parameters) {
  ArrayRef<Value *> Extents = ArrayRef(Words).take_back(NumExtents);
  Builder.SetInsertPoint(Builder.CreateRetVoid());
  auto Store = [&](Value *Which, unsigned Answer) {
    Builder.CreateStore(Builder.CreateTrunc(Which, Number), answer(Answer));
  };
  for (unsigned Dimension : {0, 1, 2}) {
    Store(Extents[Dimension], CountAnswer + Dimension);
    Store(Extents[3 + Dimension], SizeAnswer + Dimension);
  }
  Value *Rest = beginBlocks();
  for (unsigned Dimension : {0, 1, 2}) {
    Store(Builder.CreateURem(Rest, Extents[Dimension]),
          BlockAnswer + Dimension);
    Rest = Builder.CreateUDiv(Rest, Extents[Dimension]);
  }
  for (unsigned Dimension : {2, 1, 0})
    Store(beginLoop(Extents[3 + Dimension]), Dimension);
  callWithWords(Builder, Body, Parameters,
                ArrayRef(Words).drop_back(NumExtents), Answers);
  return Task;
}

/// Declares libomp's function that runs a task on all threads of a team, and
/// that is known to pass its arguments on.
FunctionCallee forkCall(Module &M) {
  LLVMContext &Context = M.getContext();
  auto *Pointer = PointerType::get(Context, 0);
  FunctionCallee Fork = M.getOrInsertFunction(
      "__kmpc_fork_call",
      FunctionType::get(Type::getVoidTy(Context),
                        {Pointer, Type::getInt32Ty(Context), Pointer}, true));
  auto *F = cast<Function>(Fork.getCallee());
  if (!F->hasMetadata(LLVMContext::MD_callback))
    F->addMetadata(
        LLVMContext::MD_callback,
        *MDNode::get(Context, {MDBuilder(Context).createCallbackEncoding(
                                  2, {-1, -1}, /*VarArgsArePassed=*/true)}));
  return Fork;
}

/// Returns the source location of calls of libomp: none.
Constant *noLocation(Module &M) {
  LLVMContext &Context = M.getContext();
  auto Global = [&](Constant *Content) {
    auto *Variable =
        new GlobalVariable(M, Content->getType(), /*isConstant=*/true,
                           GlobalValue::PrivateLinkage, Content);
    // Each image may have its own.
    Variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return Variable;
  };
  Constant *Text =
      Global(ConstantDataArray::getString(Context, ";unknown;unknown;0;0;;"));
  auto Number = [&](unsigned N) {
    return ConstantInt::get(Type::getInt32Ty(Context), N);
  };
  constexpr unsigned IsFromCompiler = 2, TextLength = 22;
  return Global(ConstantStruct::getAnon({Number(0), Number(IsFromCompiler),
                                         Number(0), Number(TextLength), Text}));
}

} // namespace

void writeHostKernel(Function &Kernel, Function &Body,
                     ArrayRef<Passing> Parameters) {
  Module &M = *Kernel.getParent();
  IRBuilder<> Builder(BasicBlock::Create(Kernel.getContext(), "", &Kernel));
  Function *Task = HostTask(Kernel, Body).write(Parameters);
  SmallVector<Value *> Arguments = {
      noLocation(M), Builder.getInt32(Kernel.arg_size() - 1), Task};
  for (Argument &Word : drop_begin(Kernel.args()))
    Arguments.push_back(&Word);
  Builder.CreateCall(forkCall(M), Arguments);
  Builder.CreateRetVoid();
}

} // namespace ompjit::devicelink
