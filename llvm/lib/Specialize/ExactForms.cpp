//===- ExactForms.cpp - Vector functions that round like libm -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/ExactForms.h"

#include "ompjit/CompileService.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Support/ExactMath.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Linker/Linker.h"

#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit {

static constexpr StringLiteral Prefix = "__ompjit_";

namespace {

/// A function of which there are forms, by its names as a call and as an
/// intrinsic.
struct ExactForm {
  StringLiteral Function, Intrinsic;
  uint32_t Bit; ///< An ExactFunction.
  unsigned BitsOfValue;

  std::string name(unsigned Lanes) const {
    return (Prefix + Function + "_" + Twine(Lanes)).str();
  }
};

} // namespace

static constexpr ExactForm Forms[] = {
    {"exp", "llvm.exp.f64", ExactExp, 64},
    {"expf", "llvm.exp.f32", ExactExpf, 32},
    {"exp2f", "llvm.exp2.f32", ExactExp2f, 32}};
constexpr unsigned Narrowest = 128, Widest = 512;

/// Returns the form's bit if the name is that of one.
static uint32_t bitOf(StringRef Name) {
  if (!Name.consume_front(Prefix))
    return 0;
  const StringRef Function = Name.rsplit('_').first;
  const auto *Found = find_if(
      Forms, [&](const ExactForm &Each) { return Each.Function == Function; });
  return Found == std::end(Forms) ? 0 : Found->Bit;
}

//===----------------------------------------------------------------------===//
// Before vectorisation
//===----------------------------------------------------------------------===//

/// Returns null if the call's results are not those of a known function.
static const ExactForm *formOf(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  Type *const T = Call.getType();
  if (!Callee || !Callee->isDeclaration() || Call.isNoBuiltin() ||
      !Call.doesNotAccessMemory() || Call.arg_size() != 1 ||
      Call.getArgOperand(0)->getType() != T ||
      Call.hasFnAttr(VFABI::MappingsAttrName))
    return nullptr;
  const StringRef Name = Callee->getName();
  const auto *Found = find_if(Forms, [&](const ExactForm &Each) {
    return (Name == Each.Function || Name == Each.Intrinsic) &&
           T->isFloatingPointTy() &&
           T->getScalarSizeInBits() == Each.BitsOfValue;
  });
  return Found == std::end(Forms) ? nullptr : Found;
}

/// Gives the call all forms that fit into \p Width bits.
static void map(CallInst &Call, const ExactForm &Form, unsigned Width,
                SmallVectorImpl<GlobalValue *> &Added) {
  Module &M = *Call.getModule();
  SmallVector<std::string, 3> Names;
  for (unsigned Bits = Narrowest; Bits <= std::min(Width, Widest); Bits *= 2) {
    const unsigned Lanes = Bits / Form.BitsOfValue;
    const std::string Name = Form.name(Lanes);
    Type *const All = FixedVectorType::get(Call.getType(), Lanes);
    if (!M.getFunction(Name))
      Added.push_back(
          Function::Create(FunctionType::get(All, All, /*isVarArg=*/false),
                           GlobalValue::ExternalLinkage, Name, M));
    Names.push_back(("_ZGV_LLVM_N" + Twine(Lanes) + "v_" +
                     Call.getCalledFunction()->getName() + "(" + Name + ")")
                        .str());
  }
  if (!Names.empty())
    VFABI::setVectorVariantNames(&Call, Names);
}

PreservedAnalyses MapExactFormsPass::run(Module &M, ModuleAnalysisManager &) {
  // The forms are code for x86-64.
  if (!Machine.getTargetTriple().isX86())
    return PreservedAnalyses::all();
  SmallVector<GlobalValue *> Added;
  for (Function &F : M) {
    const Attribute Library = F.getFnAttribute(VectorLibraryAttribute);
    if (F.isDeclaration() || F.hasFnAttribute(Attribute::StrictFP) ||
        (Library.isValid() && Library.getValueAsString() == "none") ||
        !Machine.getSubtargetImpl(F)->checkFeatures("+fma"))
      continue;
    const auto Width = unsigned(
        Machine.getTargetTransformInfo(F)
            .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
            .getFixedValue());
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (const ExactForm *Form = formOf(*Call);
            Form && Functions & Form->Bit)
          map(*Call, *Form, Width, Added);
  }
  if (Added.empty())
    return PreservedAnalyses::all();
  // Nothing calls them before the vectorisers do.
  appendToCompilerUsed(M, Added);
  return PreservedAnalyses::none();
}

//===----------------------------------------------------------------------===//
// Behind it
//===----------------------------------------------------------------------===//

/// Says of which functions there are forms in the code.
static void addMarker(Module &M, uint32_t Bits) {
  auto *Value = ConstantInt::get(Type::getInt32Ty(M.getContext()), Bits);
  auto *const Marker =
      new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                         GlobalValue::ExternalLinkage, Value, ExactMathSymbol);
  // The plugin finds it by name, but no other image may take its place.
  Marker->setDSOLocal(true);
}

/// Gives the function the processor of its callers, without which it would not
/// be inlined into them.
static void adapt(Function &F, const Function &Caller) {
  for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"}) {
    F.removeFnAttr(Name);
    if (const Attribute Of = Caller.getFnAttribute(Name); Of.isValid())
      F.addFnAttr(Of);
  }
}

namespace {

/// The forms of which a module has declarations.
struct Declared {
  SmallVector<std::string> Called;
  uint32_t Bits = 0;
  const Function *Caller = nullptr;
};

} // namespace

/// Finds the forms, and removes those that no vectoriser has used.
static Declared tidyDeclarations(Module &M) {
  removeFromUsedLists(M, [](Constant *C) { return bitOf(C->getName()) != 0; });
  Declared Found;
  for (Function &F : make_early_inc_range(M)) {
    const uint32_t Bit = bitOf(F.getName());
    if (!Bit || !F.isDeclaration())
      continue;
    F.removeDeadConstantUsers();
    if (F.use_empty()) {
      F.eraseFromParent();
      continue;
    }
    Found.Called.push_back(F.getName().str());
    Found.Bits |= Bit;
    Found.Caller = cast<Instruction>(F.user_back())->getFunction();
  }
  return Found;
}

PreservedAnalyses LinkExactFormsPass::run(Module &M,
                                          ModuleAnalysisManager &AM) {
  const Declared Wanted = tidyDeclarations(M);
  if (Wanted.Called.empty())
    return PreservedAnalyses::all();
  StringSet<> Known;
  for (const Function &F : M)
    if (!F.isDeclaration())
      Known.insert(F.getName());
  auto Source = cantFail(
      parseBitcodeFile(MemoryBufferRef(Bitcode, "exact forms"), M.getContext()),
      "the forms are part of this program");
  Source->setDataLayout(M.getDataLayout());
  Source->setTargetTriple(M.getTargetTriple());
  const bool Failed =
      Linker::linkModules(M, std::move(Source), Linker::LinkOnlyNeeded);
  assert(!Failed && "the forms use nothing that a program can define");
  (void)Failed;
  for (Function &F : M)
    if (!F.isDeclaration() && !Known.contains(F.getName()))
      adapt(F, *Wanted.Caller);
  for (const std::string &Name : Wanted.Called) {
    Function &Form = *M.getFunction(Name);
    Form.setLinkage(GlobalValue::InternalLinkage);
    Form.setVisibility(GlobalValue::DefaultVisibility);
    Form.addFnAttr(Attribute::AlwaysInline);
  }
  addMarker(M, Wanted.Bits);
  AM.invalidate(M, PreservedAnalyses::none());
  AlwaysInlinerPass().run(M, AM);
  return PreservedAnalyses::none();
}

} // namespace ompjit
