//===- Compiler.h - What compiles images for the engine -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine asks for images through this interface: the compile service
// behind it in programs, in the same process or in others, and a table of
// answers in unit tests.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_COMPILER_H
#define OMPJIT_JIT_COMPILER_H

#include "ompjit/CompileService.h"
#include "ompjit/Jit/Settings.h"

#include <functional>
#include <memory>
#include <string>

namespace ompjit::jit {

class Compiler {
public:
  virtual ~Compiler() = default;

  /// Names the compiler's code in cache keys; different compilers never have
  /// the same. Must not load it.
  virtual Result<std::string> identity() = 0;

  /// False where open() must be called before compile(). Opening needs the
  /// dynamic linker, for which nobody may wait who has its lock; a compile does
  /// not.
  virtual bool isOpen() = 0;
  /// Does nothing after the first call. Thread-safe.
  virtual void open() = 0;

  /// Compiles. \p IsIdentified is set to whether the compiler that did it is
  /// the one that identity() named; the image may be kept beyond the process
  /// only then. An error with isOpen() false behind it: open() must be called
  /// first after all. Thread-safe.
  virtual Result<CompileResult>
  compile(ByteView Package, const CompileRequest &, bool &IsIdentified) = 0;

  /// In the child of a fork(), while it has one thread.
  virtual void forgetParent() {}
};

/// The compile service in that folder, in this process.
std::unique_ptr<Compiler> createServiceCompiler(const std::string &LibraryDir);

/// The compile service in that folder, where the settings want it. \p Warn gets
/// a sentence for people where that goes wrong; it may be called from any
/// thread, and may be null.
std::unique_ptr<Compiler>
createCompiler(const Settings &, const std::string &LibraryDir,
               std::function<void(const std::string &)> Warn);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_COMPILER_H
