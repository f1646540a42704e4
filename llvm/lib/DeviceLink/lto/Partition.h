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
// A processor calls from part to part at no cost, so its functions are dealt
// out in order. On a GPU a call into another object costs registers and hides
// what is called from the optimiser, and shared memory belongs to the kernels
// of one object. There a part is some kernels with copies of all that they
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

/// For each part the functions of the module, by position: those that it holds,
/// and of these the ones that are its own and no copies.
struct Partition {
  struct Part {
    llvm::BitVector Holds, Owns;
    size_t Cost = 0;
  };
  std::vector<Part> Parts;
};

/// Whether \p M is to be split at all. If \p AskedParts is 0, its size counts.
bool isWorthParts(const llvm::Module &M, unsigned AskedParts);

/// Deals the functions of \p M out to at most \p AskedParts parts, or as many
/// as are worth their cost, and makes names of \p M that parts share visible to
/// all of them.
Partition partition(llvm::Module &M, TargetKind Kind, unsigned AskedParts);

/// Reduces \p M, which may be lazily loaded, to one part of the partition that
/// was made of a module with the same functions.
llvm::Error keepPart(llvm::Module &M, const Partition &Parts, unsigned Index,
                     TargetKind Kind);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARTITION_H
