//===- ompjit/Specialize/KernelEnvironment.h - A kernel's environments ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU clang gives each kernel K the variables K_kernel_environment, which
// says how it is to be launched and which the plugin reads from the image, and
// K_dynamic_environment, to which the former points. They are not state of the
// program: each image holds those of its kernels.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_KERNELENVIRONMENT_H
#define OMPJIT_SPECIALIZE_KERNELENVIRONMENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace ompjit {

constexpr llvm::StringLiteral KernelEnvironmentSuffixes[] = {
    "_kernel_environment", "_dynamic_environment"};

inline bool isKernelEnvironment(const llvm::GlobalValue &Value) {
  llvm::StringRef Name = Value.getName();
  return llvm::isa<llvm::GlobalVariable>(Value) &&
         Name.starts_with("__omp_offloading_") &&
         (Name.ends_with(KernelEnvironmentSuffixes[0]) ||
          Name.ends_with(KernelEnvironmentSuffixes[1]));
}

/// Whether \p F is one of a GPU's kernels, defined or declared.
inline bool isGpuKernel(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel ||
         F.getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL;
}

/// Returns the variable of \p Kernel with the suffix, or null: a CPU's kernels
/// have none.
inline llvm::GlobalVariable *kernelEnvironment(const llvm::Function &Kernel,
                                               llvm::StringRef Suffix) {
  const llvm::Module &M = *Kernel.getParent();
  return const_cast<llvm::Module &>(M).getGlobalVariable(
      (Kernel.getName() + Suffix).str(), /*AllowInternal=*/true);
}

/// Members of the configuration, a structure that the kernel environment begins
/// with (KernelEnvironmentTy in docs/abi.md).
enum class Configured : unsigned {
  Mode = 2,
  MinThreads = 3,
  MaxThreads = 4,
  MinTeams = 5,
  MaxTeams = 6,
  ReductionRecords = 8,
};

/// Returns the member of the kernel environment's configuration; null if the
/// variable has another layout.
llvm::ConstantInt *configured(const llvm::GlobalVariable &Environment,
                              Configured Which);

/// Sets a member that configured() returns.
void configure(llvm::GlobalVariable &Environment, Configured Which,
               uint64_t Number);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_KERNELENVIRONMENT_H
