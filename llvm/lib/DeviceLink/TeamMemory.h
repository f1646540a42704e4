//===- TeamMemory.h - What each team of a GPU has for itself --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_TEAMMEMORY_H
#define OMPJIT_DEVICELINK_TEAMMEMORY_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace ompjit::devicelink {

/// Whether each team has such a variable, whichever image its kernel is in: it
/// is no state of the device.
inline bool isMemoryOfTeam(const llvm::GlobalVariable &Variable) {
  constexpr unsigned SharedAddressSpace = 3; // For NVIDIA and AMD alike.
  return Variable.getParent()->getTargetTriple().isGPU() &&
         Variable.getAddressSpace() == SharedAddressSpace;
}

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_TEAMMEMORY_H
