//===- PrivateVariables.h - Variables of one thread -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In functions for GPUs, clang takes memory that the device runtime shares out
// for each variable that a parallel region might use. In kernels of fragments
// no region runs, and the runtime has no state: variables belong to threads. In
// what is bound to a kernel no region begins.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PRIVATEVARIABLES_H
#define OMPJIT_DEVICELINK_PRIVATEVARIABLES_H

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit::devicelink {

/// Puts the variables of all functions on the stacks of threads.
void makeVariablesPrivate(llvm::Module &M);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PRIVATEVARIABLES_H
