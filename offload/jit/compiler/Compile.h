//===- Compile.h - From a package to an image -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a compile in their order. Used by the service's entry point,
// which runs it under the guard: compileImage may be cut short at any place, so
// that all its LLVM objects live on its own stack, and Progress holds plain
// data that can be read afterwards. After its time limit it goes on with nobody
// waiting for it.
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

/// How far a compile has come.
struct Progress {
  /// For people: what is being done.
  std::atomic<const char *> Stage = "start";
  CompileTimes Times; ///< Of what is done.
  Texts Written;
};

/// The image that \p Request asks for. Thread-safe; prints nothing.
llvm::Expected<Image> compileImage(const PackageView &Package,
                                   const CompileRequest &Request,
                                   Progress &Progress);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_COMPILE_H
