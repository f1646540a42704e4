//===- EmptyAssembly.cpp - Assembly that only stops optimisers ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyAssembly.h"

#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace ompjit::virtualgpu {

/// Returns the operands that become the outputs, in their order, or nothing if
/// an output has no operand.
static std::optional<SmallVector<Value *>> outputsOf(const CallBase &Call,
                                                     const InlineAsm &Code) {
  SmallVector<Value *> Outputs;
  unsigned Operand = 0;
  SmallVector<std::pair<unsigned, Value *>> Tied;
  for (const InlineAsm::ConstraintInfo &Each : Code.ParseConstraints()) {
    if (Each.Type == InlineAsm::isClobber)
      continue;
    if (Each.Type == InlineAsm::isOutput && !Each.isIndirect) {
      Outputs.push_back(nullptr);
      continue;
    }
    Value *Passed = Call.getArgOperand(Operand++);
    unsigned Output;
    if (Each.Type == InlineAsm::isInput && !Each.Codes.empty() &&
        !StringRef(Each.Codes[0]).getAsInteger(10, Output))
      Tied.push_back({Output, Passed});
  }
  for (auto [Output, Passed] : Tied)
    if (Output < Outputs.size())
      Outputs[Output] = Passed;
  if (is_contained(Outputs, nullptr))
    return std::nullopt;
  return Outputs;
}

Lowered lowerEmptyAssembly(CallBase &Call, IRBuilderBase &B) {
  const auto &Code = *cast<InlineAsm>(Call.getCalledOperand());
  if (!StringRef(Code.getAsmString()).trim().empty())
    return {};
  auto Outputs = outputsOf(Call, Code);
  if (!Outputs)
    return {};
  if (StringRef(Code.getConstraintString()).contains("~{memory}"))
    B.CreateFence(AtomicOrdering::SequentiallyConsistent,
                  SyncScope::SingleThread);
  llvm::Type *Type = Call.getType();
  if (Type->isVoidTy())
    return Lowered(nullptr);
  if (!isa<StructType>(Type))
    return Lowered((*Outputs)[0]);
  Value *All = PoisonValue::get(Type);
  for (auto [I, Output] : enumerate(*Outputs))
    All = B.CreateInsertValue(All, Output, unsigned(I));
  return Lowered(All);
}

} // namespace ompjit::virtualgpu
