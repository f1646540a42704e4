//===- ompjit/Specialize/OptimizerFaults.h - Faults of LLVM's optimiser ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Faults of LLVM 22, and how code is kept away from them. One is not the OpenMP
// optimiser's: a call of sqrt in code that follows the rounding mode becomes an
// intrinsic that does not, so the call is hidden under another name. The faults
// of OpenMPOpt, which is built on the Attributor:
//
// - It replaces an argument by a variable, then finds that the function, which
//   promised to use nothing but its arguments' memory, uses none at all, and
//   removes its calls. So no function promises that; LLVM finds it out again
//   afterwards.
// - It makes a copy of a function that others may call, and passes the copy's
//   address to calls, while comparisons keep the original's. So it is kept from
//   making copies.
// - It turns a call through a pointer into a chain of comparisons, with a
//   direct call for each function that some caller may pass: those of all
//   reductions and parallel regions of a program, in the place where the device
//   runtime calls one of them. That took most of a compile and kept kernels
//   from having images of their own. If the result is not used, it compares an
//   undefined pointer, which makes code around the call undefined. So the
//   callee is hidden from it.
// - It takes a pointer to a local value that a loop moves to the best of some
//   values (std::max_element) for the pointer with which the loop began. So the
//   results of loads through such a pointer are hidden from it.
// - It confuses the threads that a team may have with those of a block: a loop
//   in which each has its turn, as clang makes of a critical region, ended
//   before the main thread of a generic kernel, which is in a warp behind the
//   team's. So the queries in such a loop are hidden from it.
// - In a kernel that it makes SPMD, the first thread writes for all others
//   while these may still read the old value. So the threads are made to wait
//   for each other.
// - It guards functions that such a kernel calls for all their callers: also
//   for the main threads of generic kernels and the first threads of kernels
//   without regions, which come alone, and for the threads of regions, which
//   come each for itself. So these callers get copies without guards.
// - In such a kernel it lets all threads set and copy memory that they share,
//   at any time: it guards stores, but takes intrinsics for harmless. So it is
//   shown stores instead.
// - It guards writes to a parameter that is a copy in memory (byval, as PTX
//   passes structures), so that all threads except the first one go on with the
//   old value. So the function gets a variable in place of the parameter.
// - Calls are the only thing by which it expects threads to wait. What a region
//   does under a lock, after its last call and before its end, it assumes to be
//   done in step: it takes the release of the lock for a store that nobody
//   reads, and assumes that other threads write nothing. So it is shown calls
//   there.
// - If a branch leads the first thread to a block that others reach on other
//   ways, it assumes that only the first thread runs this block and everything
//   after it, so that no thread reads what another one wrote. So the branch is
//   inverted: the optimiser does not recognise a branch that asks for the
//   others.
// - Before it knows everything that a pointer may lead to, it takes a write
//   through it for one to memory of which each thread has its own copy, and
//   never revises that. So it is kept from deciding before it knows everything.
// - It guards writes through a pointer that leads to shared memory in one call,
//   and in another one to a variable of which each thread has its own copy by
//   then, so that all threads except the first one go on with the old value. So
//   the others write to their own copies.
// - For each load from a local array it compares all accesses to the array with
//   each other, so that it takes an hour for a kernel with ten thousand of
//   them. So loads from such arrays are hidden from it.
// - It gives a recursive function one variable in shared memory for all of its
//   calls. So the size of such a variable is hidden from it.
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

/// To be called before each full pipeline.
void avoidOptimizerFaults(llvm::Module &M);

/// Skips the OpenMP optimiser's passes where they bring nothing but faults: in
/// code for CPUs, and in the inliner's passes over functions, where nothing can
/// be hidden from it.
void leaveOutOptimizer(llvm::PassInstrumentationCallbacks &Callbacks);

/// Runs after the OpenMP optimiser, before the functions that it calls are
/// inlined.
struct MendGuardedRegionsPass : llvm::PassInfoMixin<MendGuardedRegionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Hides code from the OpenMP optimiser. Run before and after its pass over a
/// module.
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

/// Inverts such branches. There is no pass that reverts it after the optimiser:
/// to other passes both forms are the same.
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

/// Repairs kernels that another compiler's optimiser made SPMD, while parallel
/// regions and queries about threads are still calls of the runtime. \returns
/// whether something changed.
bool guardCopies(llvm::Module &M);

/// Add the passes that run right before and right after the OpenMP optimiser's
/// pass over a module.
void addBeforeOptimizer(llvm::ModulePassManager &Passes);
void addBehindOptimizer(llvm::ModulePassManager &Passes);

/// Adds both to the pipelines that \p Builder makes, except those of full LTO,
/// which have no place for them.
void surroundOptimizer(llvm::PassBuilder &Builder);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_OPTIMIZERFAULTS_H
