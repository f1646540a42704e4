//===- Settings.cpp - The plugin's environment variables ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "ompjit/Plugins/Variables.h"

namespace ompjit::cuda {

using plugins::readNumber;

Settings Settings::fromEnvironment() {
  Settings S;
  S.StackBytes = readNumber("LIBOMPTARGET_STACK_SIZE");
  S.HeapBytes = readNumber("LIBOMPTARGET_HEAP_SIZE");
  const uint64_t Shared =
      readNumber("LIBOMPTARGET_SHARED_MEMORY_SIZE").value_or(0);
  S.SharedBytes = Shared <= UINT32_MAX ? uint32_t(Shared) : 0;
  S.RuntimeDebugKinds = plugins::runtimeDebugKinds();
  return S;
}

} // namespace ompjit::cuda
