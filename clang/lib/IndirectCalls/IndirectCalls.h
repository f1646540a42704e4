//===- IndirectCalls.h - Calls of functions by the host's addresses -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with `declare target indirect` may be called on a device by the
// address that it has on the host. clang 22 lists these functions for the
// runtime and leaves the calls as they are. The pass finds the device's
// function for each call by an address that the optimiser could not find out,
// and for each comparison of an address with such a function; an address that
// is none of the host's stays as it is. So it comes last.
//
// Who knows the functions is the device runtime on a GPU. Code for other
// devices has none, and reads what libomptarget lists; see
// ompjit/DeviceEnvironment.h.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_INDIRECTCALLS_INDIRECTCALLS_H
#define OMPJIT_CLANG_INDIRECTCALLS_INDIRECTCALLS_H

#include "llvm/IR/PassManager.h"

namespace ompjit {

struct IndirectCallsPass : llvm::PassInfoMixin<IndirectCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ompjit

#endif // OMPJIT_CLANG_INDIRECTCALLS_INDIRECTCALLS_H
