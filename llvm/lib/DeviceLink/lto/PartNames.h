//===- PartNames.h - Names that parts agree on, and lasting ones ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM distinguishes equal names of local symbols by numbers that it counts
// through the whole program, so one more string in one file renames those of
// all files behind it. A part whose code did not change has to have the same
// bytes as before, so that the cache has it. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PARTNAMES_H
#define OMPJIT_DEVICELINK_PARTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace ompjit::devicelink {

/// Returns names for symbols that are local now and are to be visible to all
/// parts. They have no dots, which PTX does not allow.
std::vector<std::string>
sharedNames(llvm::ArrayRef<llvm::GlobalValue *> Locals);

/// Makes one part independent of the names in the rest of the program and of
/// its size: renames what is local to \p M, and drops module metadata that only
/// lists files.
void forgetTheRest(llvm::Module &M);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARTNAMES_H
