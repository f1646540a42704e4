//===- ompjit/DeviceLink/EntryPoint.h - A kernel from a function ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel that is made of fragments begins in a function that a user wrote,
// with parameters of any type. A launch passes words, as it does to the kernels
// of target regions: first the launch environment, then for each parameter as
// many words as it has bytes, rounded up. So all that is done for target
// regions works for such kernels too, specialisation by values included.
//
// On a processor, six more words follow: the numbers of blocks in three
// dimensions, and the sizes of blocks. Threads of the host share the blocks,
// and run the threads of a block one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_ENTRYPOINT_H
#define OMPJIT_DEVICELINK_ENTRYPOINT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit::devicelink {

/// Replaces the function \p Name, a GPU's kernel or a plain function, by a
/// kernel of the same name that takes words. The error says why the function
/// cannot be launched, or which functions could be.
llvm::Expected<llvm::Function *> makeEntryPoint(llvm::Module &M,
                                                llvm::StringRef Name);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_ENTRYPOINT_H
