//===- Texts.h - A compile's stages as texts for people -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts of a compile that OMP_JIT_DUMP shows, if the request wants them.
// Later stages may fail, crash or not end; the texts of earlier ones stay
// valid, so that people can see the code that a stage failed at.
//
// The thread that compiles writes them. complete() may be called by another
// thread at any time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_TEXTS_H
#define OMPJIT_COMPILER_TEXTS_H

#include "ompjit/CompileService.h"

#include <array>
#include <atomic>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ompjit::jit {

class Texts {
public:
  /// Enables the texts; nothing is written before.
  void turnOn() { IsOn = true; }

  /// Adds a module. For \p Name see CompileText.
  void addModule(const char *Name, const llvm::Module &);
  /// Adds the assembly that code generation makes of the module. If that fails,
  /// the text says why.
  void addAssembly(const llvm::Module &, llvm::TargetMachine &);

  std::vector<CompileText> complete() const;

private:
  void add(const char *Name, std::string Text);

  bool IsOn = false;
  std::array<CompileText, 4> Written;
  std::atomic<size_t> NumComplete{0};
};

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_TEXTS_H
