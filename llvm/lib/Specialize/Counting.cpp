//===- Counting.cpp - Kernels that count their branches -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's lowering of its counters needs a runtime in the program, which device
// code has not, and makes threads that count at the same time wait for each
// other in each turn of a loop. Here functions count in variables of their own,
// which become registers.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Counting.h"

#include "ReachedFunctions.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/ProfileData/InstrProfWriter.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Transforms/Instrumentation/PGOInstrumentation.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace ompjit {

/// Returns the functions with bodies, numbered as in FunctionCounts.
static SmallVector<Function *> countedFunctions(const Function &Kernel) {
  SmallVector<Function *> Found;
  for (const Function *Each : reachedFunctions(Kernel))
    if (!Each->isDeclaration())
      Found.push_back(const_cast<Function *>(Each));
  return Found;
}

/// What somebody expected of branches decides where LLVM counts.
static void forgetExpectations(ArrayRef<Function *> Functions) {
  for (Function *F : Functions)
    for (Instruction &Each : instructions(*F))
      Each.setMetadata(LLVMContext::MD_prof, nullptr);
}

template <typename Pass> static void run(Module &M, Pass &&Only) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  ModulePassManager Passes;
  Passes.addPass(std::forward<Pass>(Only));
  Passes.run(M, Modules);
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

namespace {

/// What LLVM's pass inserted into a function.
struct Marks {
  SmallVector<InstrProfIncrementInst *> Increments;
  SmallVector<Instruction *> Others;
};

/// Replaces the marks of a function by code that counts in elements of an
/// array.
class FunctionCounting {
public:
  FunctionCounting(Function &F, const Marks &Found)
      : F(F), Found(Found),
        NumCounters(Found.Increments.front()->getNumCounters()->getZExtValue()),
        Number(Type::getInt64Ty(F.getContext())) {}

  FunctionCounts layout(uint32_t Place) const {
    return {Place, Found.Increments.front()->getHash()->getZExtValue(),
            std::vector<uint64_t>(NumCounters)};
  }

  void run(GlobalVariable &Array, uint64_t First) {
    makeLocals();
    for (InstrProfIncrementInst *Each : Found.Increments)
      increment(*Each);
    for (BasicBlock &Each : F)
      if (isa<ReturnInst, ResumeInst>(Each.getTerminator()))
        addToArray(Each, Array, First);
    DominatorTree Dominators(F);
    PromoteMemToReg(Locals, Dominators);
  }

private:
  void makeLocals() {
    IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
    for (uint64_t I = 0; I != NumCounters; ++I)
      Locals.push_back(Builder.CreateAlloca(Number));
    for (AllocaInst *Each : Locals)
      Builder.CreateStore(ConstantInt::get(Number, 0), Each);
  }

  void increment(InstrProfIncrementInst &Mark) {
    IRBuilder<> Builder(&Mark);
    AllocaInst *Counter = Locals[Mark.getIndex()->getZExtValue()];
    Value *Old = Builder.CreateLoad(Number, Counter);
    Builder.CreateStore(Builder.CreateAdd(Old, Mark.getStep()), Counter);
    Mark.eraseFromParent();
  }

  /// A call that must be the last is also the last that can be counted before.
  void addToArray(BasicBlock &End, GlobalVariable &Array, uint64_t First) {
    Instruction *Before = End.getTerminatingMustTailCall();
    IRBuilder<> Builder(Before ? Before : End.getTerminator());
    for (uint64_t I = 0; I != NumCounters; ++I) {
      Value *Place = Builder.CreateConstInBoundsGEP2_64(Array.getValueType(),
                                                        &Array, 0, First + I);
      Builder.CreateAtomicRMW(AtomicRMWInst::Add, Place,
                              Builder.CreateLoad(Number, Locals[I]),
                              MaybeAlign(), AtomicOrdering::Monotonic);
    }
  }

  Function &F;
  const Marks &Found;
  const uint64_t NumCounters;
  Type *const Number;
  SmallVector<AllocaInst *> Locals;
};

} // namespace

static Marks marksOf(Function &F) {
  Marks Found;
  for (Instruction &Each : instructions(F))
    if (auto *Increment = dyn_cast<InstrProfIncrementInst>(&Each))
      Found.Increments.push_back(Increment);
    else if (isa<InstrProfInstBase>(Each))
      Found.Others.push_back(&Each);
  return Found;
}

static void eraseOthers(const Marks &Found) {
  for (Instruction *Each : Found.Others)
    Each->eraseFromParent();
}

/// Erases what only LLVM's own lowering needs.
static void eraseNames(Module &M) {
  auto IsOfProfile = [](StringRef Name) {
    return Name.starts_with("__profn_") || Name.starts_with("__llvm_profile_");
  };
  removeFromUsedLists(M, [&](Constant *Each) {
    return IsOfProfile(Each->stripPointerCasts()->getName());
  });
  for (GlobalVariable &Each : make_early_inc_range(M.globals()))
    if (IsOfProfile(Each.getName())) {
      Each.removeDeadConstantUsers();
      if (Each.use_empty())
        Each.eraseFromParent();
    }
}

static GlobalVariable &makeArray(Module &M, uint64_t NumCounters) {
  Type *Content = ArrayType::get(Type::getInt64Ty(M.getContext()), NumCounters);
  auto *Array = new GlobalVariable(
      M, Content, /*isConstant=*/false, GlobalValue::ExternalLinkage,
      Constant::getNullValue(Content), CountersSymbol, /*InsertBefore=*/nullptr,
      GlobalVariable::NotThreadLocal,
      M.getDataLayout().getDefaultGlobalsAddressSpace());
  // The engine finds it by name, but no other image may take its place.
  Array->setDSOLocal(true);
  return *Array;
}

KernelCounts countBlocks(Function &Kernel) {
  Module &M = *Kernel.getParent();
  const SmallVector<Function *> Functions = countedFunctions(Kernel);
  forgetExpectations(Functions);
  run(M, PGOInstrumentationGen());

  KernelCounts Counts;
  SmallVector<Marks> All;
  for (const auto &[Place, F] : enumerate(Functions)) {
    All.push_back(marksOf(*F));
    if (!All.back().Increments.empty())
      Counts.Functions.push_back(
          FunctionCounting(*F, All.back()).layout(Place));
  }
  GlobalVariable *Array =
      Counts.Functions.empty() ? nullptr : &makeArray(M, Counts.numCounters());
  uint64_t First = 0;
  for (const FunctionCounts &Each : Counts.Functions) {
    FunctionCounting(*Functions[Each.Function], All[Each.Function])
        .run(*Array, First);
    First += Each.Counters.size();
  }
  for (const Marks &Each : All)
    eraseOthers(Each);
  eraseNames(M);
  return Counts;
}

//===----------------------------------------------------------------------===//
// Using counts
//===----------------------------------------------------------------------===//

/// Whether the kernel would count the same.
static bool areOf(const Function &Kernel, const KernelCounts &Counts) {
  ValueToValueMapTy Copies;
  const std::unique_ptr<Module> Copy = CloneModule(*Kernel.getParent(), Copies);
  return countBlocks(*cast<Function>(Copies[&Kernel])).areOfSameCode(Counts);
}

/// Returns the counts in the form that LLVM reads.
static std::unique_ptr<MemoryBuffer> profileOf(ArrayRef<Function *> Functions,
                                               const KernelCounts &Counts) {
  InstrProfWriter Writer;
  cantFail(Writer.mergeProfileKind(InstrProfKind::IRInstrumentation));
  for (const FunctionCounts &Each : Counts.Functions) {
    const std::string Name = getIRPGOFuncName(*Functions[Each.Function]);
    // Fails only for numbers that KernelCounts cannot have.
    Writer.addRecord({Name, Each.CodeHash, Each.Counters}, consumeError);
  }
  return Writer.writeBuffer();
}

bool useCounts(Function &Kernel, const KernelCounts &Counts) {
  if (!areOf(Kernel, Counts))
    return false;
  const SmallVector<Function *> Functions = countedFunctions(Kernel);
  forgetExpectations(Functions);
  constexpr char File[] = "counts";
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  Files->addFile(File, 0, profileOf(Functions, Counts));
  run(*Kernel.getParent(),
      PGOInstrumentationUse(File, "", /*IsCS=*/false, Files));
  return true;
}

} // namespace ompjit
