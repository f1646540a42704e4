//===- Region.h - A call that starts a parallel region --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_PASSES_REGION_H
#define OMPJIT_CLANG_PASSES_REGION_H

#include "Memory.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

namespace ompjit::passes {

/// A call of __kmpc_parallel_60. An array holds the addresses, or the values,
/// of what the region shares.
struct RegionStart {
  llvm::CallInst *Call;

  enum Operand { Body = 5, Wrapper = 6, Shared = 7, NumShared = 8 };
  /// Index of a body's first parameter for what it shares.
  static constexpr unsigned FirstParameter = 2;

  llvm::Function *body() const {
    return llvm::dyn_cast<llvm::Function>(
        Call->getArgOperand(Body)->stripPointerCasts());
  }
  /// Whether workers of a generic kernel run the region, through a wrapper. If
  /// there is none, it is an SPMD kernel, in which each thread calls the body
  /// with its own array.
  bool isForWorkers() const {
    return !llvm::isa<llvm::ConstantPointerNull>(
        Call->getArgOperand(Wrapper)->stripPointerCasts());
  }
  llvm::AllocaInst *array() const {
    return llvm::dyn_cast<llvm::AllocaInst>(
        baseOf(Call->getArgOperand(Shared)));
  }
  uint64_t size() const {
    auto *Number =
        llvm::dyn_cast<llvm::ConstantInt>(Call->getArgOperand(NumShared));
    return Number ? Number->getZExtValue() : 0;
  }
};

inline llvm::SmallVector<RegionStart> regionsOf(llvm::Module &M) {
  llvm::SmallVector<RegionStart> Starts;
  for (llvm::CallInst *Call : callsOf(M, "__kmpc_parallel_60"))
    Starts.push_back({Call});
  return Starts;
}

/// Whether \p F is a function with a region's code, as clang emits it with
/// debug information; the body then only converts its parameters and calls it.
/// LLVM numbers these if a function has several regions.
inline bool isDebugBody(const llvm::Function &F) {
  const auto [Name, Number] = F.getName().rsplit('.');
  const bool IsNumbered =
      !Number.empty() && llvm::all_of(Number, llvm::isDigit);
  return F.hasLocalLinkage() &&
         (IsNumbered ? Name : F.getName()).ends_with("_debug__");
}

/// Returns the call of the function that does the work: with debug information
/// a body only converts its parameters for another function.
inline llvm::CallInst *findInnerBody(llvm::Function &Body) {
  for (llvm::Instruction &I : llvm::instructions(Body))
    if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I))
      if (llvm::Function *Callee = Call->getCalledFunction();
          Callee && Callee->hasOneUse() && isDebugBody(*Callee))
        return Call;
  return nullptr;
}

} // namespace ompjit::passes

#endif // OMPJIT_CLANG_PASSES_REGION_H
