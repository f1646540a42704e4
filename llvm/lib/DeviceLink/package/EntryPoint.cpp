//===- EntryPoint.cpp - A kernel from a function --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function's code moves to a new function without a kernel's calling
// convention, which the kernel calls; that call is inlined like any other.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/EntryPoint.h"

#include "GridIndex.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

constexpr uint64_t WordBytes = 8;

/// The numbers of blocks, and the sizes of blocks.
constexpr size_t NumExtents = 6;
/// The first answers about the block, its size and the number of blocks.
constexpr unsigned BlockAnswer = 3, SizeAnswer = 6, CountAnswer = 9;

/// How a parameter of the function arrives in words.
struct Passing {
  Type *Value;      ///< What the words hold.
  bool IsByAddress; ///< The function gets the address of a copy.
  /// Integers or pointers: a pointer in a structure is one for the engine, too,
  /// which would otherwise specialise kernels for its value.
  SmallVector<Type *> Words;
};

Type *typeBehind(const Argument &A) {
  if (A.hasByValAttr())
    return A.getParamByValType();
  return A.hasByRefAttr() ? A.getParamByRefType() : nullptr;
}

/// Marks the words of \p Value, which begins at \p Offset, that are pointers.
void markPointers(Type *Value, uint64_t Offset, const DataLayout &Layout,
                  MutableArrayRef<Type *> Words) {
  if (Value->isPointerTy()) {
    if (Offset % WordBytes == 0 &&
        Layout.getTypeAllocSize(Value).getFixedValue() == WordBytes)
      Words[Offset / WordBytes] = Value;
  } else if (auto *Structure = dyn_cast<StructType>(Value)) {
    for (auto [Member, Place] :
         zip_equal(Structure->elements(),
                   Layout.getStructLayout(Structure)->getMemberOffsets()))
      markPointers(Member, Offset + Place.getFixedValue(), Layout, Words);
  } else if (auto *Array = dyn_cast<ArrayType>(Value)) {
    Type *Element = Array->getElementType();
    const uint64_t Size = Layout.getTypeAllocSize(Element).getFixedValue();
    for (uint64_t I = 0; I != Array->getNumElements(); ++I)
      markPointers(Element, Offset + I * Size, Layout, Words);
  }
}

Passing passingOf(const Argument &A, const DataLayout &Layout) {
  Type *Behind = typeBehind(A);
  Passing P = {Behind ? Behind : A.getType(), Behind != nullptr, {}};
  const uint64_t Bytes = Layout.getTypeAllocSize(P.Value).getFixedValue();
  P.Words.assign(divideCeil(Bytes, WordBytes),
                 Type::getInt64Ty(A.getContext()));
  markPointers(P.Value, 0, Layout, P.Words);
  return P;
}

/// Makes the users of \p Old, a pointer to a kernel's constant parameters, use
/// \p New, which points to the generic address space. Returns false if a user
/// is of an unknown kind.
bool replaceAddress(Value *Old, Value *New) {
  for (User *U : make_early_inc_range(Old->users())) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I)
      return false;
    IRBuilder<> Builder(I);
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      Load->setOperand(LoadInst::getPointerOperandIndex(), New);
    } else if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
      SmallVector<Value *> Indices(Gep->indices());
      if (!replaceAddress(Gep, Builder.CreateGEP(Gep->getSourceElementType(),
                                                 New, Indices, "",
                                                 Gep->getNoWrapFlags())))
        return false;
      Gep->eraseFromParent();
    } else if (auto *Cast = dyn_cast<AddrSpaceCastInst>(I)) {
      Value *Same =
          Builder.CreatePointerBitCastOrAddrSpaceCast(New, Cast->getType());
      Cast->replaceAllUsesWith(Same);
      Cast->eraseFromParent();
    } else if (auto *Copy = dyn_cast<MemCpyInst>(I);
               Copy && Copy->getRawSource() == Old) {
      Builder.CreateMemCpy(Copy->getRawDest(), Copy->getDestAlign(), New,
                           Copy->getSourceAlign(), Copy->getLength(),
                           Copy->isVolatile());
      Copy->eraseFromParent();
    } else {
      return false;
    }
  }
  return true;
}

/// Moves the code of \p F to a new function of C's calling convention, whose
/// parameters that were passed by address are plain pointers.
Expected<Function *> moveCode(Function &F) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<Type *> Types;
  for (Argument &A : F.args())
    Types.push_back(typeBehind(A) ? PointerType::get(Context, 0) : A.getType());
  auto *Body =
      Function::Create(FunctionType::get(F.getReturnType(), Types, false),
                       GlobalValue::InternalLinkage, F.getName() + ".code", M);
  Body->copyAttributesFrom(&F);
  Body->setVisibility(GlobalValue::DefaultVisibility);
  Body->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Body->setCallingConv(CallingConv::C);
  Body->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);
  Body->splice(Body->begin(), &F);
  for (auto [Old, New] : zip_equal(F.args(), Body->args())) {
    New.setName(Old.getName());
    if (!typeBehind(Old)) {
      Old.replaceAllUsesWith(&New);
      continue;
    }
    const MaybeAlign Alignment = Old.getParamAlign();
    Body->setAttributes(
        Body->getAttributes().removeParamAttributes(Context, New.getArgNo()));
    if (Alignment)
      New.addAttr(Attribute::getWithAlignment(Context, *Alignment));
    if (Old.getType() == New.getType())
      Old.replaceAllUsesWith(&New);
    else if (!replaceAddress(&Old, &New))
      return createStringError("the code of '" + F.getName() +
                               "' does more with a structure that it gets by "
                               "value than read it");
  }
  return Body;
}

/// Returns a parameter's value from the words of the kernel.
Value *fromWords(IRBuilder<> &Builder, const Passing &P,
                 ArrayRef<Value *> Words, const DataLayout &Layout) {
  if (!P.IsByAddress && P.Words == ArrayRef<Type *>(P.Value))
    return Words[0];
  if (!P.IsByAddress && P.Words.size() == 1 &&
      (P.Value->isIntegerTy() || P.Value->isFloatingPointTy())) {
    Value *Bits = Builder.CreateTrunc(
        Words[0], Builder.getIntNTy(P.Value->getScalarSizeInBits()));
    return Builder.CreateBitCast(Bits, P.Value);
  }
  auto *Memory = Builder.CreateAlloca(
      ArrayType::get(Builder.getInt64Ty(), Words.size()), nullptr);
  Memory->setAlignment(
      std::max(Align(WordBytes), Layout.getABITypeAlign(P.Value)));
  for (auto [I, Word] : enumerate(Words))
    Builder.CreateStore(Word, Builder.CreateConstInBoundsGEP1_64(
                                  Builder.getInt64Ty(), Memory, I));
  if (!P.IsByAddress)
    return Builder.CreateLoad(P.Value, Memory);
  return Builder.CreatePointerBitCastOrAddrSpaceCast(Memory,
                                                     Builder.getPtrTy());
}

/// Returns the kernel, without code, that takes the words for \p Parameters.
Function *declareKernel(Function &F, ArrayRef<Passing> Parameters) {
  Module &M = *F.getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<Type *> Types = {PointerType::get(Context, 0)};
  for (const Passing &P : Parameters)
    append_range(Types, P.Words);
  if (!M.getTargetTriple().isGPU())
    Types.append(NumExtents, Type::getInt64Ty(Context));
  auto *Kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), Types, false),
      GlobalValue::ExternalLinkage, "", M);
  Kernel->takeName(&F);
  Kernel->setCallingConv(F.getCallingConv());
  AttrBuilder Attributes(Context, F.getAttributes().getFnAttrs());
  for (Attribute::AttrKind Kind : {Attribute::NoInline, Attribute::AlwaysInline,
                                   Attribute::OptimizeNone, Attribute::Memory})
    Attributes.removeAttribute(Kind);
  if (M.getTargetTriple().isAMDGPU())
    Attributes.addAttribute("uniform-work-group-size", "true");
  Kernel->addFnAttrs(Attributes);
  return Kernel;
}

/// Calls \p Body with the values that \p Words hold.
CallInst *callWithWords(IRBuilder<> &Builder, Function &Body,
                        ArrayRef<Passing> Parameters, ArrayRef<Value *> Words,
                        ArrayRef<Value *> Last = {}) {
  SmallVector<Value *> Values;
  for (const Passing &P : Parameters) {
    Values.push_back(fromWords(Builder, P, Words.take_front(P.Words.size()),
                               Body.getDataLayout()));
    Words = Words.drop_front(P.Words.size());
  }
  append_range(Values, Last);
  CallInst *Call = Builder.CreateCall(&Body, Values);
  Call->setCallingConv(Body.getCallingConv());
  return Call;
}

void writeKernel(Function &Kernel, Function &Body,
                 ArrayRef<Passing> Parameters) {
  IRBuilder<> Builder(BasicBlock::Create(Kernel.getContext(), "", &Kernel));
  SmallVector<Value *> Words;
  for (Argument &A : drop_begin(Kernel.args()))
    Words.push_back(&A);
  callWithWords(Builder, Body, Parameters, Words);
  Builder.CreateRetVoid();
}

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

/// Returns the names of the kernels of \p M, for a message.
std::string kernelsOf(const Module &M) {
  SmallVector<StringRef> Names;
  for (const Function &F : M)
    if (isGpuKernel(F) && !F.isDeclaration() &&
        !F.getName().starts_with("__omp_offloading_"))
      Names.push_back(F.getName());
  return Names.empty() ? "" : "; there is " + join(Names, ", ");
}

/// Threads of a block run one after the other on a processor.
Error checkBarriers(const Module &M, StringRef Name) {
  const Function *Barrier = M.getFunction(BlockBarrierFunction);
  if (M.getTargetTriple().isGPU() || !Barrier || Barrier->use_empty())
    return Error::success();
  auto *Call = dyn_cast<Instruction>(*Barrier->user_begin());
  return createStringError(
      "'" + (Call ? Call->getFunction()->getName() : Name) +
      "' waits for the other threads of its block, which run one after the "
      "other on a processor; launch '" +
      Name + "' on a GPU, or give processors a fragment that does not wait");
}

Error checkEntryPoint(const Module &M, const Function *F, StringRef Name) {
  if (!F || F->isDeclaration())
    return createStringError("no fragment defines the entry point '" + Name +
                             "'" + kernelsOf(M));
  if (F->hasLocalLinkage())
    return createStringError("the entry point '" + Name +
                             "' is local to its fragment");
  if (!F->getReturnType()->isVoidTy())
    return createStringError("the entry point '" + Name +
                             "' returns a value; a kernel returns none");
  if (F->isVarArg())
    return createStringError("the entry point '" + Name +
                             "' takes a variable number of arguments");
  return Error::success();
}

} // namespace

Expected<Function *> makeEntryPoint(Module &M, StringRef Name) {
  Function *F = M.getFunction(Name);
  if (Error E = checkEntryPoint(M, F, Name))
    return std::move(E);
  if (Error E = checkBarriers(M, Name))
    return std::move(E);
  SmallVector<Passing> Parameters;
  for (const Argument &A : F->args())
    Parameters.push_back(passingOf(A, M.getDataLayout()));
  // Lists of what must be kept and annotations name it as well.
  removeFromUsedLists(M, [&](Constant *C) { return C == F; });
  if (GlobalVariable *Annotations = M.getGlobalVariable(
          "llvm.global.annotations", /*AllowInternal=*/true))
    Annotations->eraseFromParent();
  F->removeDeadConstantUsers();
  Expected<Function *> Body = moveCode(*F);
  if (!Body)
    return Body;
  if (!M.getTargetTriple().isGPU())
    Body = passGridAnswers(**Body);
  if (!Body)
    return Body;
  Function *Kernel = declareKernel(*F, Parameters);
  if (M.getTargetTriple().isGPU())
    writeKernel(*Kernel, **Body, Parameters);
  else
    writeHostKernel(*Kernel, **Body, Parameters);
  if (!F->use_empty())
    return createStringError("the entry point '" + Kernel->getName() +
                             "' is also called or has its address taken");
  F->eraseFromParent();
  return Kernel;
}

} // namespace ompjit::devicelink
