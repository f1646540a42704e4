//===- PartNames.h - Names that parts agree on, and lasting ones ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM tells equal names of local symbols apart by numbers that it counts up
// through the whole program, so one more string in one file renames those of
// all files behind it. A part whose code did not change shall be the same bytes
// as before, to be found in the cache. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PARTNAMES_H
#define OMPJIT_DEVICELINK_PARTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace ompjit::devicelink {

/// Names for symbols that are local now and are to be seen by all parts. Free
/// of dots, which PTX does not have.
std::vector<std::string>
sharedNames(llvm::ArrayRef<llvm::GlobalValue *> Locals);

/// Makes one part independent of what the rest of the program is called and how
/// much there is of it: renames what is local to \p M, and drops what of the
/// module's metadata only says which files there are.
void forgetTheRest(llvm::Module &M);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARTNAMES_H
