//===- ompjit/Specialize/Acquires.h - Kernels that see others' writes -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that waits for another one, with atomic accesses, may find values in
// memory that were not there when it was launched. So values that the launch
// knew of that memory must not become constants.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_ACQUIRES_H
#define OMPJIT_SPECIALIZE_ACQUIRES_H

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit {

/// Returns whether \p Kernel, or a function that it reaches, may see writes of
/// other kernels or the host while it runs: by an acquire beyond its team, or
/// because it calls a function that is not in the module.
bool mayAcquire(const llvm::Function &Kernel);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_ACQUIRES_H
