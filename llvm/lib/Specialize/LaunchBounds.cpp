//===- LaunchBounds.cpp - Bounds of a kernel's launches -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/LaunchBounds.h"

#include "ompjit/Specialize/KernelEnvironment.h"

using namespace llvm;

namespace ompjit {

package::LaunchBounds launchBounds(const Function &Kernel) {
  const GlobalVariable *Environment =
      kernelEnvironment(Kernel, KernelEnvironmentSuffixes[0]);
  if (!Environment)
    return {};
  // Negative numbers are no bounds, either.
  auto Number = [&](Configured Which) -> uint32_t {
    const ConstantInt *Value = configured(*Environment, Which);
    return Value && !Value->isNegative() ? uint32_t(Value->getZExtValue()) : 0;
  };
  return {Number(Configured::Mode), Number(Configured::MinThreads),
          Number(Configured::MaxThreads), Number(Configured::MinTeams),
          Number(Configured::MaxTeams)};
}

void setLaunchBounds(Function &Kernel, const package::LaunchBounds &Bounds) {
  GlobalVariable &Environment =
      *kernelEnvironment(Kernel, KernelEnvironmentSuffixes[0]);
  configure(Environment, Configured::MinThreads, Bounds.MinThreads);
  configure(Environment, Configured::MaxThreads, Bounds.MaxThreads);
  configure(Environment, Configured::MinTeams, Bounds.MinTeams);
  configure(Environment, Configured::MaxTeams, Bounds.MaxTeams);
}

} // namespace ompjit
