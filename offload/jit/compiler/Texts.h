//===- Texts.h - A compile's stages, written down for people --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What OMP_JIT_DUMP shows of a compile, where its request asks for that. Later
// stages may fail, crash or not end; what was written before stays good, so
// that it can be seen what they failed at.
//
// Written by the thread that compiles. complete() may be called by another one
// at any time.
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
  /// Before that, nothing is written.
  void turnOn() { IsOn = true; }

  /// \p Name: see CompileText.
  void addModule(const char *Name, const llvm::Module &);
  /// Of what code generation will make of the module. Where that fails, the
  /// text says why.
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
