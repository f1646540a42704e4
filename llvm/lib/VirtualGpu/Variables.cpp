//===- Variables.cpp - Names of variables in reports ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variables.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;

namespace ompjit::virtualgpu {

Variables::Variables(Module &M, Operations &Calls,
                     ArrayRef<GlobalVariable *> Shared)
    : M(M), Calls(Calls) {
  this->Shared.insert_range(Shared);
}

/// Returns the program's name of the variable if there is debug information.
static std::string nameOf(const AllocaInst &Slot) {
  for (const DbgVariableRecord *Each :
       findDVRDeclares(const_cast<AllocaInst *>(&Slot)))
    return Each->getVariable()->getName().str();
  // Remove the suffixes that clang and LLVM add to a variable's name.
  StringRef Name = Slot.getName();
  Name.consume_back(".addr");
  return Name.split('.').first.str();
}

static std::string nameOf(const GlobalVariable &Variable) {
  SmallVector<DIGlobalVariableExpression *> Debug;
  Variable.getDebugInfo(Debug);
  if (!Debug.empty())
    return Debug[0]->getVariable()->getName().str();
  // These are shared variables that the optimiser made from a region's own.
  StringRef Name = Variable.getName();
  Name.consume_back("_shared");
  std::string Demangled = demangle(Name);
  // "f()::x" is a static variable of f.
  StringRef Short = Demangled;
  if (size_t Colons = Short.rfind("::"); Colons != StringRef::npos)
    Short = Short.drop_front(Colons + 2);
  return Short.split('.').first.str();
}

static std::optional<uint64_t> sizeOf(const Value &Object,
                                      const DataLayout &Layout) {
  if (const auto *Slot = dyn_cast<AllocaInst>(&Object)) {
    const std::optional<TypeSize> Size = Slot->getAllocationSize(Layout);
    return Size ? std::optional(Size->getFixedValue()) : std::nullopt;
  }
  const auto *Variable = dyn_cast<GlobalVariable>(&Object);
  if (!Variable || !Variable->getValueType()->isSized())
    return std::nullopt;
  // It is an array of unknown size.
  const uint64_t Size = Layout.getTypeAllocSize(Variable->getValueType());
  return Size ? std::optional(Size) : std::nullopt;
}

Constant *Variables::record(Value *Object) {
  auto [At, IsNew] = Records.insert({Object, nullptr});
  if (!IsNew)
    return At->second;
  const std::optional<uint64_t> Size = sizeOf(*Object, M.getDataLayout());
  if (!Size)
    return nullptr;
  const auto *Slot = dyn_cast<AllocaInst>(Object);
  const vgpu::Variable::Kind Kind = Slot ? vgpu::Variable::Local
                                    : Shared.contains(Object)
                                        ? vgpu::Variable::Shared
                                        : vgpu::Variable::Global;
  const std::string Name =
      Slot ? nameOf(*Slot) : nameOf(*cast<GlobalVariable>(Object));
  IRBuilder<> B(M.getContext());
  Constant *Record = ConstantStruct::getAnon(
      {Calls.string(Name), B.getInt64(*Size), B.getInt32(Kind)});
  auto *Made =
      new GlobalVariable(M, Record->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, Record, "vgpu.variable");
  return Records[Object] = Made;
}

} // namespace ompjit::virtualgpu
