//===- ompjit/Specialize/LoopStart.h - libomp's calls for loops -*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What clang 22 passes to __kmpc_for_static_init_4, 4u, 8 and 8u, which give
// a thread or a team its part of a loop on a processor.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_LOOPSTART_H
#define OMPJIT_SPECIALIZE_LOOPSTART_H

#include "llvm/IR/Constants.h"

namespace ompjit {

/// Positions of arguments. Those from IsLast to Stride are pointers.
struct LoopStart {
  enum : unsigned {
    Schedule = 2,
    IsLast,
    Lower,
    Upper,
    Stride,
    Increment,
    Chunk,
    Count
  };
};

/// Values of `enum sched_type` (openmp's kmp.h).
struct LoopSchedule {
  enum : uint64_t { Static = 34, DistributeChunked = 91, Distribute = 92 };
};

inline bool isStaticStart(llvm::StringRef Name) {
  return Name.starts_with("__kmpc_for_static_init_");
}

inline bool isNumber(const llvm::Value *V, uint64_t Number) {
  const auto *C = llvm::dyn_cast<llvm::ConstantInt>(V);
  return C && C->getZExtValue() == Number;
}

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_LOOPSTART_H
