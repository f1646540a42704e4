//===- RegionState.cpp - What kernels of fragments cannot call ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionState.h"

#include "ompjit/Specialize/TeamMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit::devicelink {

namespace {

/// What the names of the device runtime's functions begin with.
constexpr StringLiteral RuntimePrefixes[] = {"omp_", "__kmpc_", "__ompjit_"};

/// These read state only if one of the others has changed it, or what they
/// return is of use to the others only.
constexpr StringLiteral Harmless[] = {
    "omp_alloc",    "omp_aligned_alloc",    "omp_calloc",
    "omp_realloc",  "omp_aligned_calloc",   "omp_get_default_allocator",
    "__kmpc_alloc", "__kmpc_aligned_alloc", "__kmpc_global_thread_num"};

bool isOfRuntime(StringRef Name) {
  return any_of(RuntimePrefixes,
                [&](StringRef Each) { return Name.starts_with(Each); });
}

using FunctionSet = SmallPtrSet<const Function *, 32>;

/// Returns the functions that use the memory of a team, or call one that does.
FunctionSet usersOfTeamMemory(const Module &M) {
  FunctionSet Found;
  SmallVector<const Value *> Left;
  for (const GlobalVariable &Each : M.globals())
    if (isMemoryOfTeam(Each))
      Left.push_back(&Each);
  while (!Left.empty())
    for (const User *Each : Left.pop_back_val()->users()) {
      const auto *I = dyn_cast<Instruction>(Each);
      if (!I)
        Left.push_back(Each); // A constant.
      else if (Found.insert(I->getFunction()).second)
        Left.push_back(I->getFunction());
    }
  return Found;
}

} // namespace

Error checkRegionState(const Function &Entry) {
  const FunctionSet Users = usersOfTeamMemory(*Entry.getParent());
  SmallVector<const Function *> Left = {&Entry};
  FunctionSet Seen = {&Entry};
  while (!Left.empty()) {
    const Function &Caller = *Left.pop_back_val();
    for (const Instruction &I : instructions(Caller)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || !Seen.insert(Callee).second)
        continue;
      const StringRef Name = Callee->getName();
      if (!isOfRuntime(Name))
        Left.push_back(Callee);
      else if (Users.contains(Callee) && !is_contained(Harmless, Name))
        return createStringError(
            "'" + demangle(Caller.getName()) + "' calls '" + Name +
            "', which uses what the OpenMP runtime keeps for target regions, "
            "and the kernel '" +
            Entry.getName() +
            "' is none; ompjit_thread_id and ompjit_block_size say which "
            "thread of how many runs, and ompjit_sync_block waits for the "
            "others");
    }
  }
  return Error::success();
}

} // namespace ompjit::devicelink
