//===- Optimize.h - The optimisation that happens once, at link time ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device link's uses of LLVM's pass pipelines. Private to the library;
// knows nothing about kernels or packages.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_OPTIMIZE_H
#define OMPJIT_DEVICELINK_OPTIMIZE_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace ompjit::devicelink {

/// LLVM's pipeline before a thin LTO link: everything that does not depend on
/// the final target or on values that become known at launch. Functions that
/// were compiled with -O0 stay as they are.
void optimizeOnce(llvm::Module &M, llvm::TargetMachine &Machine);

/// What stands in for it where the first image is wanted at once: inlines, and
/// simplifies no more than the analyses of \p M need. For code that clang has
/// optimised already.
void optimizeFragments(llvm::Module &M, llvm::TargetMachine &Machine);

/// The pipeline after them, for code that is generated now.
void optimizeForImage(llvm::Module &M, llvm::TargetMachine &Machine,
                      unsigned OptLevel,
                      llvm::ArrayRef<std::string> LibraryFolders);

/// Whether functions of the module, which is for a processor, are to get lanes.
bool wantsLanes(const llvm::Module &M);

/// All passes of a thin module whose functions are to get lanes: LTO's own
/// pipelines have no place for them.
void optimizeWithLanes(llvm::Module &M, llvm::TargetMachine &Machine,
                       unsigned OptLevel);

/// Inlines the device runtime into a GPU's kernels, and removes from each one
/// the parts of the runtime's state that it does not need. Must run before the
/// pipeline of an image, which would treat a variable alike for all kernels,
/// and which lays out AMD's team memory.
void simplifyKernels(llvm::Module &M, llvm::TargetMachine &Machine,
                     unsigned OptLevel);

/// Promotes variables in memory to values, and changes no more than the
/// analyses of \p M need.
void promoteMemory(llvm::Module &M);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_OPTIMIZE_H
