//===- Compile.h - From a package to an image -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a compile in their order. The service's entry point calls it
// under the guard: compileImage may be interrupted at any point, so all its
// LLVM objects are on its own stack, and Progress has plain data that can be
// read afterwards. After its time limit it continues, but no thread waits for
// it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_COMPILE_H
#define OMPJIT_COMPILER_COMPILE_H

#include "Texts.h"
#include "ompjit/CompileService.h"
#include "ompjit/Package.h"

#include "llvm/Support/Error.h"

#include <atomic>

namespace ompjit::jit {

/// The progress of a compile.
struct Progress {
  /// The current stage, for people.
  std::atomic<const char *> Stage = "start";
  CompileTimes Times; ///< The times of the completed stages.
  Texts Written;
  std::vector<std::string> Loops; ///< See CompileResult.
  bool HasUnfitCounts = false;    ///< See CompileResult.
};

/// Returns the image for \p Request. Thread-safe; prints nothing.
llvm::Expected<Image> compileImage(const PackageView &Package,
                                   CompileRequest Request, Progress &Progress);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_COMPILE_H
