//===- Counters.cpp - Hands counters of device code to the program --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-clang-counters.so, which the driver hands to `clang -cc1` for code
// of the host device that is compiled with -fprofile-instr-generate,
// -fprofile-generate or --coverage. Such code counts into variables that
// clang's profile runtime writes to a file. The runtime is part of the program,
// and an image is a shared object, where it would need a copy of its own that
// overwrites the program's file. With this pass an image needs no profile
// runtime: when it is closed, at exit at the latest, it calls libomptarget,
// which knows the program's (offload/include/ompjit/Counters.h).
//
// -fprofile-instr-generate, -fprofile-generate: the image passes a table of its
// counters, which are added to the program's own ones of the same functions.
// The program has all functions of target regions as well, since it may run
// them on the host. For that to hold in LLVM's IR, too, where functions are
// inlined before they count, the pass also compiles the host's part of files.
// --coverage: the image writes a file of its own, through the program's
// functions.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

/// Calls \p Function with \p Argument when the image is closed.
static void callAtExit(IRBuilder<> &Builder, Constant *Function,
                       Constant *Argument) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  PointerType *Pointer = Builder.getPtrTy();
  FunctionCallee AtExit = M.getOrInsertFunction(
      "__cxa_atexit", Builder.getInt32Ty(), Pointer, Pointer, Pointer);
  auto *Image = cast<GlobalVariable>(
      M.getOrInsertGlobal("__dso_handle", Builder.getInt8Ty()));
  Image->setVisibility(GlobalValue::HiddenVisibility);
  Builder.CreateCall(AtExit, {Function, Argument, Image});
}

/// Returns the counters that the record of a function leads to: the distance of
/// the two is its third field.
static GlobalVariable *countersOf(const ConstantStruct &Record) {
  constexpr unsigned CountersField = 2;
  auto *Distance = dyn_cast<ConstantExpr>(Record.getOperand(CountersField));
  if (!Distance || Distance->getOpcode() != Instruction::Sub)
    return nullptr;
  auto *Address = dyn_cast<ConstantExpr>(Distance->getOperand(0));
  return Address && Address->getOpcode() == Instruction::PtrToInt
             ? dyn_cast<GlobalVariable>(Address->getOperand(0))
             : nullptr;
}

static bool isFunctionRecord(const GlobalVariable &Variable) {
  return Variable.getName().starts_with("__profd_") &&
         Variable.hasInitializer() &&
         isa<ConstantStruct>(Variable.getInitializer());
}

/// Returns a row of ompjit::ImageCounters for each function that counts.
static SmallVector<Constant *> rowsOf(Module &M) {
  SmallVector<Constant *> Rows;
  Type *Number = Type::getInt64Ty(M.getContext());
  for (GlobalVariable &Variable : M.globals()) {
    if (!isFunctionRecord(Variable))
      continue;
    auto &Record = *cast<ConstantStruct>(Variable.getInitializer());
    GlobalVariable *Counters = countersOf(Record);
    auto *Type =
        Counters ? dyn_cast<ArrayType>(Counters->getValueType()) : nullptr;
    if (!Type)
      continue;
    Rows.push_back(ConstantStruct::getAnon(
        {Record.getOperand(0), Record.getOperand(1), Counters,
         ConstantInt::get(Number, Type->getNumElements())}));
  }
  return Rows;
}

/// Drops what only the profile runtime reads. The counters become ordinary
/// variables.
static void dropRuntimeData(Module &M) {
  auto IsForRuntime = [](Constant *Each) {
    auto *Variable = dyn_cast<GlobalVariable>(Each->stripPointerCasts());
    return Variable && Variable->getSection().starts_with("__llvm_prf_");
  };
  removeFromUsedLists(M, IsForRuntime);
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    if (!Variable.getSection().starts_with("__llvm_prf_"))
      continue;
    Variable.setSection("");
    Variable.removeDeadConstantUsers();
    if (Variable.use_empty())
      Variable.eraseFromParent();
  }
}

static bool handOverProfile(Module &M) {
  const SmallVector<Constant *> Rows = rowsOf(M);
  if (Rows.empty())
    return false;
  LLVMContext &Context = M.getContext();
  auto *Table = ConstantArray::get(
      ArrayType::get(Rows.front()->getType(), Rows.size()), Rows);
  auto *Number = ConstantInt::get(Type::getInt64Ty(Context), Rows.size());
  Constant *Content = ConstantStruct::getAnon({Number, Table});
  auto *Counters = new GlobalVariable(
      M, Content->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage,
      Content, "ompjit.counters");
  auto *Nothing = FunctionType::get(Type::getVoidTy(Context), false);
  Function *Start = Function::Create(Nothing, GlobalValue::InternalLinkage,
                                     "ompjit.counters.start", M);
  IRBuilder<> Builder(BasicBlock::Create(Context, "", Start));
  FunctionCallee Add = M.getOrInsertFunction(
      "__tgt_add_counters", Builder.getVoidTy(), Builder.getPtrTy());
  callAtExit(Builder, cast<Constant>(Add.getCallee()), Counters);
  Builder.CreateRetVoid();
  appendToGlobalCtors(M, Start, /*Priority=*/0);
  dropRuntimeData(M);
  return true;
}

/// The functions of the profile runtime, which clang's code calls in order to
/// write a file.
static StringRef ourName(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("llvm_gcda_start_file", "__tgt_gcov_start_file")
      .Case("llvm_gcda_emit_function", "__tgt_gcov_emit_function")
      .Case("llvm_gcda_emit_arcs", "__tgt_gcov_emit_arcs")
      .Case("llvm_gcda_summary_info", "__tgt_gcov_summary_info")
      .Case("llvm_gcda_end_file", "__tgt_gcov_end_file")
      .Default("");
}

/// The runtime would keep the function that writes the image's counters; it may
/// be gone with the image before the program ends.
static bool handOverCoverage(Module &M) {
  Function *Init = M.getFunction("llvm_gcov_init");
  if (!Init)
    return false;
  for (User *Each : make_early_inc_range(Init->users()))
    if (auto *Call = dyn_cast<CallInst>(Each)) {
      IRBuilder<> Builder(Call);
      callAtExit(Builder, cast<Constant>(Call->getArgOperand(0)),
                 Constant::getNullValue(Builder.getPtrTy()));
      Call->eraseFromParent();
    }
  for (Function &F : M)
    if (StringRef Name = ourName(F.getName()); !Name.empty())
      F.setName(Name);
  return true;
}

/// Whether the function is a kernel on devices, or its copy for the host.
static bool isRegion(const Function &F) {
  return F.getName().starts_with("__omp_offloading_") &&
         !F.getName().contains('.') && !F.getName().ends_with("_debug__") &&
         !F.isDeclaration();
}

static bool isIn(const Function &F, const Function *Callee) {
  return Callee && any_of(Callee->users(), [&](const User *Each) {
           const auto *Call = dyn_cast<CallInst>(Each);
           return Call && Call->getFunction() == &F;
         });
}

namespace {

/// Makes the host's copies of kernels count by themselves, under the kernels'
/// names. Clang gives them names of the file, and has them inlined; a program
/// that offloads does not run them. Kernels that only begin a league have other
/// code on the device (OneTeam.h), and no branches of the program.
class RegionsApartPass : public PassInfoMixin<RegionsApartPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const Function *League = M.getFunction("__kmpc_fork_teams");
    for (Function &F : M)
      if (isRegion(F) && F.hasLocalLinkage() && !isIn(F, League)) {
        F.removeFnAttr(Attribute::AlwaysInline);
        F.addFnAttr(Attribute::NoInline);
        F.setLinkage(GlobalValue::LinkOnceODRLinkage);
        F.setVisibility(GlobalValue::HiddenVisibility);
      }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

class CountersPass : public PassInfoMixin<CountersPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!M.getModuleFlag("openmp-device"))
      return PreservedAnalyses::all();
    const bool HasProfile = handOverProfile(M);
    const bool HasCoverage = handOverCoverage(M);
    return HasProfile || HasCoverage ? PreservedAnalyses::none()
                                     : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

extern "C" [[gnu::visibility("default")]] PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-clang-counters", "22.1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) {
                  Passes.addPass(RegionsApartPass());
                });
            Builder.registerOptimizerLastEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel,
                   ThinOrFullLTOPhase) { Passes.addPass(CountersPass()); });
          }};
}
