//===- ompjit/Specialize/TeamMemory.h - The team's memory -*- C++ -* ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that the threads of a team share lives as long as a kernel runs.
// LLVM treats a variable in it as one for all kernels: if one of them stores
// another value, or loads it at all, the others pay. This pass looks at each
// kernel separately. Once the runtime's functions are inlined, that removes the
// device runtime's state from kernels that do not need it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_TEAMMEMORY_H
#define OMPJIT_SPECIALIZE_TEAMMEMORY_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace ompjit {

/// Whether each team of a GPU has its own copy of the variable, which is then
/// not state of the device and may be in any image.
inline bool isMemoryOfTeam(const llvm::GlobalVariable &Variable) {
  constexpr unsigned SharedAddressSpace = 3; // For NVIDIA and AMD alike.
  return Variable.getParent()->getTargetTriple().isGPU() &&
         Variable.getAddressSpace() == SharedAddressSpace;
}

/// Optimises, in each kernel of a GPU, variables in the team's memory whose
/// address does not escape: loads of a variable that holds one value in the
/// whole kernel become that value, and stores that the kernel never loads are
/// removed. An array of which each thread accesses only the element with its
/// own number is moved to registers.
class TeamMemoryPass : public llvm::PassInfoMixin<TeamMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_TEAMMEMORY_H
