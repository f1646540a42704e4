//===- DeviceNumber.cpp - Device numbers without a GPU --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceNumber.h"

#include "ompjit/DeviceEnvironment.h"

#include "llvm/Frontend/Offloading/Utility.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace {

GlobalVariable *makeVariable(Module &M) {
  Type *Number = Type::getInt32Ty(M.getContext());
  auto *Variable = new GlobalVariable(
      M, Number, /*isConstant=*/false, GlobalValue::WeakAnyLinkage,
      ConstantInt::getSigned(Number, -1), ompjit::DeviceNumberName);
  Variable->setVisibility(GlobalValue::ProtectedVisibility);
  // A variable with an entry stays visible through device links.
  offloading::emitOffloadingEntry(M, object::OffloadKind::OFK_OpenMP, Variable,
                                  ompjit::DeviceNumberName, sizeof(int32_t),
                                  /*Flags=*/0, /*Data=*/0);
  return Variable;
}

/// Creates a function that returns the number in the variable if there is one,
/// and otherwise calls \p Asks.
Function *makeReader(Function &Asks) {
  Module &M = *Asks.getParent();
  GlobalVariable *Variable = makeVariable(M);
  Function *Reader =
      Function::Create(Asks.getFunctionType(), GlobalValue::InternalLinkage,
                       ".ompjit.device_num", M);
  LLVMContext &Context = M.getContext();
  auto *Entry = BasicBlock::Create(Context, "", Reader);
  auto *Known = BasicBlock::Create(Context, "known", Reader);
  auto *Unknown = BasicBlock::Create(Context, "unknown", Reader);
  IRBuilder<> B(Entry);
  Value *Number = B.CreateLoad(Variable->getValueType(), Variable);
  B.CreateCondBr(B.CreateICmpSGE(Number, B.getInt32(0)), Known, Unknown);
  B.SetInsertPoint(Known);
  B.CreateRet(Number);
  B.SetInsertPoint(Unknown);
  B.CreateRet(B.CreateCall(&Asks));
  return Reader;
}

class DeviceNumberPass : public PassInfoMixin<DeviceNumberPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *Asks = M.getFunction("omp_get_device_num");
    if (!M.getModuleFlag("openmp-device") || !Asks || !Asks->isDeclaration() ||
        Asks->use_empty() || !Asks->getReturnType()->isIntegerTy(32) ||
        Asks->arg_size() || M.getNamedValue(ompjit::DeviceNumberName))
      return PreservedAnalyses::all();
    Function *Reader = makeReader(*Asks);
    Asks->replaceUsesWithIf(Reader, [&](Use &Each) {
      auto *By = dyn_cast<Instruction>(Each.getUser());
      return !By || By->getFunction() != Reader;
    });
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

void ompjit::knowDeviceNumber(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(DeviceNumberPass());
      });
}
