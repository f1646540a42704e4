//===- LaunchBounds.cpp - Bounds of a kernel's launches -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KernelEnvironmentTy of docs/abi.md: a structure whose first member, the
// configuration, has two flags, the mode and bounds.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/LaunchBounds.h"

#include "ompjit/Specialize/KernelEnvironment.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace ompjit {

namespace {

/// The members of the configuration.
enum Member : unsigned {
  Mode = 2,
  MinThreads = 3,
  MaxThreads = 4,
  MinTeams = 5,
  MaxTeams = 6,
};

/// Returns the kernel's environment if it has the expected layout.
GlobalVariable *environmentOf(const Function &Kernel) {
  GlobalVariable *Environment =
      kernelEnvironment(Kernel, KernelEnvironmentSuffixes[0]);
  if (!Environment || !Environment->hasInitializer())
    return nullptr;
  auto *Whole = dyn_cast<ConstantStruct>(Environment->getInitializer());
  auto *Configuration =
      Whole ? dyn_cast<ConstantStruct>(Whole->getOperand(0)) : nullptr;
  return Configuration && Configuration->getNumOperands() > MaxTeams
             ? Environment
             : nullptr;
}

} // namespace

package::LaunchBounds launchBounds(const Function &Kernel) {
  GlobalVariable *Environment = environmentOf(Kernel);
  if (!Environment)
    return {};
  auto *Configuration =
      cast<ConstantStruct>(Environment->getInitializer()->getOperand(0));
  // Negative numbers are no bounds, either.
  auto Number = [&](Member Which) -> uint32_t {
    auto *Value = dyn_cast<ConstantInt>(Configuration->getOperand(Which));
    return Value && !Value->isNegative() ? uint32_t(Value->getZExtValue()) : 0;
  };
  return {Number(Mode), Number(MinThreads), Number(MaxThreads),
          Number(MinTeams), Number(MaxTeams)};
}

void setLaunchBounds(Function &Kernel, const package::LaunchBounds &Bounds) {
  GlobalVariable &Environment = *environmentOf(Kernel);
  auto *Whole = cast<ConstantStruct>(Environment.getInitializer());
  auto *Configuration = cast<ConstantStruct>(Whole->getOperand(0));
  SmallVector<Constant *> Members;
  for (const Use &Operand : Configuration->operands())
    Members.push_back(cast<Constant>(Operand));
  auto Set = [&](Member Which, uint32_t Number) {
    Members[Which] = ConstantInt::get(Members[Which]->getType(), Number);
  };
  Set(MinThreads, Bounds.MinThreads);
  Set(MaxThreads, Bounds.MaxThreads);
  Set(MinTeams, Bounds.MinTeams);
  Set(MaxTeams, Bounds.MaxTeams);
  SmallVector<Constant *> Parts;
  for (const Use &Operand : Whole->operands())
    Parts.push_back(cast<Constant>(Operand));
  Parts[0] = ConstantStruct::get(Configuration->getType(), Members);
  Environment.setInitializer(ConstantStruct::get(Whole->getType(), Parts));
}

} // namespace ompjit
