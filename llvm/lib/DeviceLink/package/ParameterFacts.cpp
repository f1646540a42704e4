//===- ParameterFacts.cpp - What a kernel does with its parameters --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on a copy whose variables were taken out of memory: code without
// optimisation would show nothing, and other code does not change by it.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/ParameterFacts.h"

#include "ArgumentUses.h"
#include "FieldFacts.h"
#include "NumbersAsPointers.h"
#include "lto/Optimize.h"
#include "ompjit/Specialize/ArgumentFlow.h"
#include "ompjit/Specialize/ArgumentMemory.h"
#include "ompjit/Specialize/Marks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace ompjit::package;

namespace ompjit::devicelink {

namespace {

/// No image is specialised for more.
constexpr uint32_t MostAlignment = 128;

/// Facts about the functions of one module. Holds the analyses, so the module
/// must not change meanwhile.
class FactFinder {
public:
  explicit FactFinder(bool HasMarks) : HasMarks(HasMarks) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }

  Expected<KernelFacts> describe(Function &Kernel);

private:
  Expected<ParameterInfo> describe(Argument &Parameter);
  /// The bits of an integer parameter that can matter, as far up as 64.
  uint64_t demandedBits(Argument &Parameter);
  uint64_t demandedByUse(const Use &U, uint64_t AllBits);

  const bool HasMarks;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  DenseMap<const Argument *, uint64_t> Known;
  DenseSet<const Argument *> InProgress;
};

} // namespace

static uint64_t lowBits(unsigned Width) {
  return Width >= 64 ? ~uint64_t(0) : (uint64_t(1) << Width) - 1;
}

uint64_t FactFinder::demandedBits(Argument &Parameter) {
  if (auto Found = Known.find(&Parameter); Found != Known.end())
    return Found->second;
  uint64_t AllBits = lowBits(Parameter.getType()->getIntegerBitWidth());
  // A recursive function demands what its other uses demand; all is safe.
  if (!InProgress.insert(&Parameter).second)
    return AllBits;
  uint64_t Demanded = 0;
  for (const Use &U : Parameter.uses())
    Demanded |= demandedByUse(U, AllBits);
  InProgress.erase(&Parameter);
  return Known[&Parameter] = Demanded & AllBits;
}

uint64_t FactFinder::demandedByUse(const Use &U, uint64_t AllBits) {
  SmallVector<Argument *, 2> Parameters = receivers(U);
  if (!Parameters.empty()) {
    uint64_t Demanded = 0;
    for (Argument *Parameter : Parameters)
      Demanded |= Parameter->getType() == U->getType()
                      ? demandedBits(*Parameter)
                      : AllBits;
    return Demanded;
  }
  auto *User = cast<Instruction>(U.getUser());
  auto &Bits = Functions.getResult<DemandedBitsAnalysis>(*User->getFunction());
  auto &Operand = const_cast<Use &>(U);
  if (Bits.isUseDead(&Operand))
    return 0;
  // The analysis only speaks of instructions that compute integers.
  if (!User->getType()->isIntOrIntVectorTy())
    return AllBits;
  return Bits.getDemandedBits(&Operand).getZExtValue();
}

Expected<ParameterInfo> FactFinder::describe(Argument &Parameter) {
  Type *T = Parameter.getType();
  ParameterInfo Info{ParameterKind::Scalar, 64, 0, 0, 0};
  Info.Uses = argumentUses(Parameter, Functions);
  if (T->isPointerTy()) {
    Info.Kind = ParameterKind::Pointer;
    // On a CPU, the functions that access the variable are never inlined.
    const bool IsAlignmentSeen =
        Parameter.getParent()->getParent()->getTargetTriple().isGPU() ||
        !isOnlyKept(Parameter);
    Info.AlignBytes = IsAlignmentSeen
                          ? Parameter.getParamAlign().valueOrOne().value()
                          : MostAlignment;
    return Info;
  }
  if (T->isIntegerTy() && T->getIntegerBitWidth() <= 64)
    Info.DemandedBits = demandedBits(Parameter);
  else if (T->isFloatTy() || T->isDoubleTy())
    Info.DemandedBits = lowBits(T->getPrimitiveSizeInBits());
  else
    return createStringError(
        "kernel '%s': parameter %u has a type that cannot be passed",
        Parameter.getParent()->getName().str().c_str(), Parameter.getArgNo());
  Info.WidthBits = std::max(64 - llvm::countl_zero(Info.DemandedBits), 1);
  return Info;
}

static uint16_t usesOf(const ArgumentMemory &Memory) {
  return (Memory.isWritten() ? uint16_t(UseWritten) : 0) |
         (Memory.IsCaptured ? uint16_t(UseCaptured) : 0) |
         (Memory.HasFixedReads ? uint16_t(UseFixedPlace) : 0);
}

Expected<KernelFacts> FactFinder::describe(Function &Kernel) {
  KernelFacts Facts;
  FieldFacts Fields(Functions, HasMarks);
  for (Argument &Parameter : drop_begin(Kernel.args())) {
    auto Info = describe(Parameter);
    if (!Info)
      return Info.takeError();
    if (Info->Kind == ParameterKind::Pointer) {
      const ArgumentMemory Memory = memoryOf(Parameter);
      Info->Uses |= usesOf(Memory);
      Fields.add(uint32_t(Facts.Parameters.size()), Memory);
    }
    Facts.Parameters.push_back(*Info);
  }
  Facts.Fields = Fields.take(Facts.Parameters);
  return Facts;
}

/// Facts cannot be seen in code that keeps every variable in memory.
static std::unique_ptr<Module> cloneWithoutMemory(const Module &M) {
  std::unique_ptr<Module> Clone = CloneModule(M);
  for (Function &F : *Clone)
    F.removeFnAttr(Attribute::OptimizeNone);
  promoteMemory(*Clone);
  return Clone;
}

Expected<std::vector<KernelFacts>>
parameterFacts(const Module &M, ArrayRef<const Function *> Kernels) {
  std::unique_ptr<Module> Clone = cloneWithoutMemory(M);
  FactFinder Finder(hasMarks(*Clone));
  std::vector<KernelFacts> Facts;
  for (const Function *Kernel : Kernels) {
    auto Found = Finder.describe(*Clone->getFunction(Kernel->getName()));
    if (!Found)
      return Found.takeError();
    // Specialisation finds no field in memory that was not promoted.
    if (Kernel->hasOptNone())
      Found->Fields.clear();
    Facts.push_back(std::move(*Found));
  }
  return Facts;
}

} // namespace ompjit::devicelink
