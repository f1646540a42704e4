//===- VectorFunctions.cpp - Mathematics for vectors ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM knows a few functions of libmvec, in forms for SSE and AVX2 that it uses
// on any processor and with any version of the library. So the forms are chosen
// here: those for the vectors that there are, of what the library has.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/VectorFunctions.h"

#include "ompjit/Specialize/CodeOptions.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/InjectTLIMappings.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <map>
#include <memory>
#include <optional>

using namespace llvm;

namespace ompjit {

/// Returns a library of which LLVM knows the functions.
static VectorLibrary libraryOf(StringRef Name) {
  return StringSwitch<VectorLibrary>(Name)
      .Case("SVML", VectorLibrary::SVML)
      .Case("AMDLIBM", VectorLibrary::AMDLIBM)
      .Default(VectorLibrary::NoLibrary);
}

namespace {

/// The pass that annotates calls, for one library.
class Mapping {
public:
  Mapping(VectorLibrary Library, const Triple &Target) : Known(Target) {
    Known.addVectorizableFunctionsFromVecLib(Library, Target);
    Analyses.registerPass([this] { return TargetLibraryAnalysis(Known); });
    Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  }
  void run(Function &F) { (void)InjectTLIMappings().run(F, Analyses); }

private:
  TargetLibraryInfoImpl Known;
  FunctionAnalysisManager Analyses;
};

/// A function of libmvec, by the name for double.
struct VectorFunction {
  StringLiteral Name;
  unsigned NumArguments = 1;
};

/// A set of vector instructions, by its letter in the ABI.
struct InstructionSet {
  char Letter;
  unsigned Width; ///< In bits.
};

} // namespace

static constexpr VectorFunction OfLibmvec[] = {
    {"acos"},  {"acosh"}, {"asin"}, {"asinh"}, {"atan"},     {"atan2", 2},
    {"atanh"}, {"cbrt"},  {"cos"},  {"cosh"},  {"erf"},      {"erfc"},
    {"exp"},   {"exp10"}, {"exp2"}, {"expm1"}, {"hypot", 2}, {"log"},
    {"log10"}, {"log1p"}, {"log2"}, {"sin"},   {"pow", 2},   {"sinh"},
    {"tan"},   {"tanh"}};

static constexpr InstructionSet Sets[] = {{'b', 128}, {'d', 256}, {'e', 512}};

/// Returns the name of the function that is called, without the letter for
/// float; "" if it is none of numbers of one kind.
static StringRef calledName(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  Type *const T = Call.getType();
  if (!Callee || !Callee->isDeclaration() || Call.isNoBuiltin() ||
      !(T->isFloatTy() || T->isDoubleTy()) || !Call.doesNotAccessMemory() ||
      any_of(Call.args(), [&](const Use &U) { return U->getType() != T; }))
    return "";
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm."))
    return Name.rsplit('.').first;
  return T->isFloatTy() && !Name.consume_back("f") ? "" : Name;
}

static bool mayApproximate(const Instruction &I) {
  return isa<FPMathOperator>(I) && I.hasApproxFunc();
}

/// Gives the call the forms that can be used, and declares them.
static void addForms(CallInst &Call, unsigned Width, VectorTarget Target,
                     SmallVectorImpl<GlobalValue *> &Declared) {
  const StringRef Called = calledName(Call);
  const auto *Known = find_if(OfLibmvec, [&](const VectorFunction &Each) {
    return Each.Name == Called && Each.NumArguments == Call.arg_size();
  });
  if (Known == std::end(OfLibmvec))
    return;
  Module &M = *Call.getModule();
  Type *const T = Call.getType();
  const std::string Parameters(Known->NumArguments, 'v');
  SmallVector<std::string, 3> Forms;
  for (const InstructionSet &Each : Sets) {
    if (Each.Width > Width)
      continue;
    const unsigned Lanes = Each.Width / T->getScalarSizeInBits();
    const std::string Suffix = ("N" + Twine(Lanes) + Parameters + "_").str();
    const std::string Name =
        ("_ZGV" + Twine(Each.Letter) + Suffix + Called).str() +
        (T->isFloatTy() ? "f" : "");
    if (!Target.HasSymbol(Name))
      continue;
    Type *const All = FixedVectorType::get(T, Lanes);
    if (!M.getFunction(Name)) {
      const SmallVector<Type *, 2> Types(Known->NumArguments, All);
      Declared.push_back(
          Function::Create(FunctionType::get(All, Types, /*isVarArg=*/false),
                           GlobalValue::ExternalLinkage, Name, M));
    }
    Forms.push_back(("_ZGV_LLVM_" + Twine(Suffix) +
                     Call.getCalledFunction()->getName() + "(" + Name + ")")
                        .str());
  }
  if (!Forms.empty()) {
    Call.removeFnAttr(VFABI::MappingsAttrName);
    VFABI::setVectorVariantNames(&Call, Forms);
  }
}

bool mayHaveVectorFunctions(const Module &M) {
  return M.getTargetTriple().getArch() == Triple::x86_64 &&
         any_of(M, [](const Function &F) {
           return F.hasFnAttribute(VectorLibraryAttribute) ||
                  any_of(instructions(F), [](const Instruction &I) {
                    return isa<CallInst>(I) && mayApproximate(I);
                  });
         });
}

void mapVectorFunctions(Module &M, VectorTarget Target) {
  const Triple &For = M.getTargetTriple();
  if (For.getArch() != Triple::x86_64)
    return;
  std::map<VectorLibrary, std::unique_ptr<Mapping>> Mappings;
  SmallVector<GlobalValue *> Declared;
  for (Function &F : M.functions()) {
    if (F.isDeclaration())
      continue;
    const Attribute Named = F.getFnAttribute(VectorLibraryAttribute);
    const StringRef Name = Named.isValid() ? Named.getValueAsString() : "";
    if (const VectorLibrary Library = libraryOf(Name);
        Library != VectorLibrary::NoLibrary) {
      std::unique_ptr<Mapping> &Known = Mappings[Library];
      if (!Known)
        Known = std::make_unique<Mapping>(Library, For);
      Known->run(F);
    } else if (!Named.isValid() || Name == "libmvec") {
      std::optional<unsigned> Width;
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&I);
            Call && (Named.isValid() || mayApproximate(*Call))) {
          if (!Width)
            Width = Target.WidthOf(F);
          addForms(*Call, *Width, Target, Declared);
        }
    }
  }
  // Nothing calls them before the vectorisers do.
  if (!Declared.empty())
    appendToCompilerUsed(M, Declared);
}

static unsigned widthOf(const TargetTransformInfo &Target) {
  return unsigned(
      Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue());
}

void mapVectorFunctions(Module &M, TargetMachine &Machine,
                        function_ref<bool(StringRef)> HasSymbol) {
  const auto WidthOf = [&](Function &F) {
    return widthOf(Machine.getTargetTransformInfo(F));
  };
  mapVectorFunctions(M, {WidthOf, HasSymbol});
}

PreservedAnalyses VectorFunctionsPass::run(Module &M,
                                           ModuleAnalysisManager &AM) {
  auto &Functions =
      AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  const auto WidthOf = [&](Function &F) {
    return widthOf(Functions.getResult<TargetIRAnalysis>(F));
  };
  mapVectorFunctions(M, {WidthOf, HasSymbol});
  return PreservedAnalyses::none();
}

} // namespace ompjit
