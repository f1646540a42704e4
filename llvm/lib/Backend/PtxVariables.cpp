//===- PtxVariables.cpp - Variables that hold each other's addresses ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In PTX a variable is known only after its definition, so the initialisers of
// two variables cannot refer to each other, nor one to itself; LLVM's code
// generator fails. The optimiser makes such initialisers from constructors that
// store "this".
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit {

namespace {

using Variables = SmallSetVector<GlobalVariable *, 8>;

void collect(const Constant *C, Variables &Mentioned) {
  if (auto *Variable = dyn_cast<GlobalVariable>(C)) {
    Mentioned.insert(const_cast<GlobalVariable *>(Variable));
    return;
  }
  if (isa<GlobalValue>(C))
    return;
  for (const Use &Operand : C->operands())
    if (auto *Part = dyn_cast<Constant>(Operand))
      collect(Part, Mentioned);
}

Variables mentionedBy(const GlobalVariable &Variable) {
  Variables Mentioned;
  if (Variable.hasInitializer())
    collect(Variable.getInitializer(), Mentioned);
  return Mentioned;
}

/// Returns whether \p Variable's initialiser leads back to it.
bool isInCycle(GlobalVariable &Variable) {
  Variables Reached = mentionedBy(Variable);
  for (size_t I = 0; I < Reached.size(); ++I) {
    if (Reached[I] == &Variable)
      return true;
    for (GlobalVariable *Next : mentionedBy(*Reached[I]))
      Reached.insert(Next);
  }
  return false;
}

/// Removes addresses of variables from an initialiser, and stores them in a
/// constructor.
class Cutter {
public:
  Cutter(GlobalVariable &Variable, IRBuilder<> &Builder)
      : Variable(Variable), Builder(Builder), Path{Builder.getInt32(0)} {}

  void run() {
    Variable.setInitializer(rest(Variable.getInitializer()));
    Variable.setConstant(false);
  }

private:
  Constant *rest(Constant *C) {
    Variables Mentioned;
    collect(C, Mentioned);
    if (Mentioned.empty())
      return C;
    if (!isa<ConstantAggregate>(C)) {
      Builder.CreateStore(C, Builder.CreateInBoundsGEP(Variable.getValueType(),
                                                       &Variable, Path));
      return Constant::getNullValue(C->getType());
    }
    SmallVector<Constant *> Parts;
    for (auto [I, Part] : enumerate(C->operands())) {
      Path.push_back(Builder.getInt32(unsigned(I)));
      Parts.push_back(rest(cast<Constant>(Part)));
      Path.pop_back();
    }
    if (auto *Struct = dyn_cast<StructType>(C->getType()))
      return ConstantStruct::get(Struct, Parts);
    if (auto *Array = dyn_cast<ArrayType>(C->getType()))
      return ConstantArray::get(Array, Parts);
    return ConstantVector::get(Parts);
  }

  GlobalVariable &Variable;
  IRBuilder<> &Builder;
  SmallVector<Value *> Path;
};

} // namespace

bool breakVariableCycles(Module &M) {
  Function *Constructor = nullptr;
  for (GlobalVariable &Variable : M.globals()) {
    if (!isInCycle(Variable))
      continue;
    if (!Constructor) {
      Constructor = Function::Create(
          FunctionType::get(Type::getVoidTy(M.getContext()), false),
          GlobalValue::InternalLinkage, "store_addresses", M);
      BasicBlock::Create(M.getContext(), "", Constructor);
      ReturnInst::Create(M.getContext(), &Constructor->getEntryBlock());
    }
    IRBuilder<> Builder(Constructor->getEntryBlock().getTerminator());
    Cutter(Variable, Builder).run();
  }
  if (Constructor)
    appendToGlobalCtors(M, Constructor, /*Priority=*/0);
  return Constructor;
}

} // namespace ompjit
