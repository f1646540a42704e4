//===- ompjit/Specialize/OptimizerFaults.h - What LLVM gets wrong ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Faults of LLVM 22, and how code is kept away from them. One is not the OpenMP
// optimiser's: a call of sqrt in code that follows the rounding mode becomes an
// intrinsic that does not, so it does not get to be known as sqrt. Those of
// OpenMPOpt, on the Attributor:
//
// - It puts a variable in an argument's place, then finds that the function,
//   which promised to use nothing but its arguments' memory, uses none at all,
//   and takes its calls out. So no function promises that; LLVM finds it out
//   again afterwards.
// - It makes a copy of a function that others may call, and hands the copy's
//   address to calls, while comparisons keep the original's. So it makes none.
// - It makes a call by a pointer a chain of comparisons, with a direct call for
//   each function that some caller may hand over: those of all reductions and
//   parallel regions of a program, where the device runtime calls one. That
//   took most of a compile and kept kernels from having images of their own.
//   Where nobody uses the result it compares an undefined pointer, which makes
//   code around the call undefined. So it does not get to see what is called.
// - It takes a pointer to a local value that a loop moves to the best of some
//   values (std::max_element) for the one that the loop began with. So it does
//   not get to see what loads through such a pointer read.
// - It takes the threads that a team may have for those of a block: a loop in
//   which each has its turn, as clang makes of a critical region, ended before
//   the main thread of a generic kernel, which is in a warp behind the team's.
//   So it does not get to see what such a loop asks there.
// - In a kernel that it makes SPMD, the first thread writes for all others
//   while these may still read what was there before. So they wait for each
//   other.
// - It guards functions that such a kernel calls for all others who call them:
//   the main threads of generic kernels and the first threads of kernels
//   without regions, which come alone, and the threads of regions, which come
//   each for itself. So these get copies without guards.
// - In such a kernel it lets all threads set and copy memory that they share,
//   at any time: it guards stores, and takes intrinsics for harmless. So it
//   gets to see stores.
// - It guards writes to a parameter that is a copy in memory (byval, as PTX
//   passes structures), so that each thread but the first one goes on with what
//   was there before. So the function gets a variable for it.
// - Of what keeps threads from going on it knows calls alone. What a region
//   does under a lock, behind its last call and before its end, it takes for
//   done in step: it takes the release of the lock for a store that nobody
//   reads, and what other threads write for unwritten. So it gets to see calls
//   there.
// - Where a branch leads the first thread to a block that others come to on
//   other ways, it takes the block, and all behind it, for run by the first
//   thread alone, so that no thread reads what another one wrote. So it gets to
//   see a branch that asks for the others.
// - Before it has collected what a pointer leads to, it takes a write there for
//   one to memory of which each thread has its own, and stays with that. So it
//   does not get to decide before its end.
// - It guards writes behind a pointer that leads to shared memory in one call,
//   and in another one to a variable that each thread has by then, so that each
//   but the first one goes on with what was there before. So the others write
//   to what is their own.
// - It gives a function that calls itself one variable in shared memory for all
//   of its calls. So it does not get to see how large that is.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H
#define OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
class PassInstrumentationCallbacks;
} // namespace llvm

namespace ompjit {

/// Before each full pipeline.
void avoidOptimizerFaults(llvm::Module &M);

/// Leaves the OpenMP optimiser's passes out of pipelines where its faults are
/// all that they bring: over code for processors, and over functions as they
/// are inlined into, where nothing can be hidden from it.
void leaveOutOptimizer(llvm::PassInstrumentationCallbacks &Callbacks);

/// Behind the OpenMP optimiser, before what it calls is inlined.
struct MendGuardedRegionsPass : llvm::PassInfoMixin<MendGuardedRegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Around the OpenMP optimiser's pass over a module.
class VeilPass : public llvm::PassInfoMixin<VeilPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
class UnveilPass : public llvm::PassInfoMixin<UnveilPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Nothing behind the optimiser undoes it: other passes choose what they like.
struct TurnBranchesPass : llvm::PassInfoMixin<TurnBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct OwnParametersPass : llvm::PassInfoMixin<OwnParametersPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
struct CopiesAsStoresPass : llvm::PassInfoMixin<CopiesAsStoresPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
struct StoresAsCopiesPass : llvm::PassInfoMixin<StoresAsCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct MarkAtomicsPass : llvm::PassInfoMixin<MarkAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
struct UnmarkAtomicsPass : llvm::PassInfoMixin<UnmarkAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct KeepWritesOpenPass : llvm::PassInfoMixin<KeepWritesOpenPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
struct SettleWritesPass : llvm::PassInfoMixin<SettleWritesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct HideRecursiveVariablesPass
    : llvm::PassInfoMixin<HideRecursiveVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};
struct ShowRecursiveVariablesPass
    : llvm::PassInfoMixin<ShowRecursiveVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Mends kernels that another compiler's optimiser made SPMD, while parallel
/// regions and what the runtime knows of threads are calls yet. \returns
/// whether something changed.
bool guardCopies(llvm::Module &M);

/// Right before and right behind the OpenMP optimiser's pass over a module.
void addBeforeOptimizer(llvm::ModulePassManager &Passes);
void addBehindOptimizer(llvm::ModulePassManager &Passes);

/// Adds both to the pipelines that \p Builder makes, but those of full LTO,
/// which have no place for it.
void surroundOptimizer(llvm::PassBuilder &Builder);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H
