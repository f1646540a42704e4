//===- GridIndex.h - Who a thread is, on processors -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor has no registers that say which thread of which block runs. Code
// that asks calls a function; here the answers become a parameter, which is
// passed on from the kernel, so that they are known where code is inlined.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_GRIDINDEX_H
#define OMPJIT_DEVICELINK_GRIDINDEX_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ompjit::devicelink {

/// The function that code calls with the number of an answer: 0 to 2 the thread
/// in its block, 3 to 5 the block, 6 to 8 the size of blocks, 9 to 11 the
/// number of blocks.
constexpr llvm::StringLiteral GridIndexFunction = "__ompjit_grid_index";
constexpr unsigned NumGridAnswers = 12;

/// The function in which a thread waits for the others of its block.
constexpr llvm::StringLiteral BlockBarrierFunction = "__ompjit_sync_block";

/// Gives \p Root and every function through which it reaches the function above
/// a last parameter, which points to the answers, i32 each. Returns what took
/// the place of \p Root. Fails if such a function has its address taken.
llvm::Expected<llvm::Function *> passGridAnswers(llvm::Function &Root);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_GRIDINDEX_H
