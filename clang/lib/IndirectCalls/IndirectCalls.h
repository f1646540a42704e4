//===- IndirectCalls.h - Calls through host addresses ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function with `declare target indirect` may be called on a device by its
// host address. clang 22 lists these functions for the runtime and does not
// change the calls. The pass looks up the device function for each call through
// an address that the optimiser could not resolve, and for each comparison of
// an address with such a function; an address that is not one of the host's
// stays as it is. So it runs last.
//
// On a GPU the device runtime knows the functions. Code for other devices has
// no device runtime and reads libomptarget's list; see
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
