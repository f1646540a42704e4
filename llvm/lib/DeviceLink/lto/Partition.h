//===- Partition.h - One module in several parts --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spreads the code of an optimised module over parts, so that code generation
// and what comes after it can work on all of them at the same time. The parts
// follow from the module alone, not from the machine or the number of threads,
// and a change of some functions changes few parts: see Cuts.h and PartNames.h.
//
// On a CPU, calls from part to part cost nothing, so functions are distributed
// in order. On a GPU a call into another object costs registers and hides what
// is called from the optimiser, and shared memory belongs to the kernels of one
// object. There a part consists of some kernels with copies of all that they
// reach; kernels that call through pointers, or whose functions' addresses are
// taken, stay together in the first part. Mutable variables and constants with
// an address that counts are in the first part and nowhere else.
//
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PARTITION_H
#define OMPJIT_DEVICELINK_PARTITION_H

#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace ompjit::devicelink {

/// The functions of each part, by position in the module: those that it holds,
/// and among these the ones that it owns, which are not copies.
struct Partition {
  struct Part {
    llvm::BitVector Holds, Owns;
    size_t Cost = 0;
  };
  std::vector<Part> Parts;
};

/// Whether \p M is to be split at all. If \p AskedParts is 0, its size decides.
bool isWorthParts(const llvm::Module &M, unsigned AskedParts);

/// Distributes the functions of \p M to at most \p AskedParts parts, or if that
/// is 0 to as many as are worth their cost, and makes names of \p M that parts
/// share visible to all of them.
Partition partition(llvm::Module &M, TargetKind Kind, unsigned AskedParts);

/// Reduces \p M, which may be lazily loaded, to one part. The partition must
/// have been made for a module with the same functions.
llvm::Error keepPart(llvm::Module &M, const Partition &Parts, unsigned Index,
                     TargetKind Kind);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARTITION_H
