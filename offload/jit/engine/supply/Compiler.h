//===- Compiler.h - The interface to what compiles images -----------------===//
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

  /// Returns the name of the compiler's code for cache keys; different
  /// compilers never have the same. Must not load the compiler.
  virtual Result<std::string> identity() = 0;

  /// Returns false if open() must be called before compile(). Opening needs the
  /// dynamic linker, so a thread must not wait for it while it holds the
  /// linker's lock; a compile does not need it.
  virtual bool isOpen() = 0;
  /// The same for a compile of this kind, which may need a further library;
  /// open() opens it, too, if it was asked for.
  virtual bool isOpenFor(const CompileRequest &) { return isOpen(); }
  /// Opens the compiler, unless it is open. Thread-safe.
  virtual void open() = 0;

  /// Compiles. Sets \p IsIdentified to whether the compiler that did it is the
  /// one that identity() named; only then may the image be kept beyond the
  /// process. If it fails and isOpen() is false afterwards, open() must be
  /// called first. Thread-safe.
  virtual Result<CompileResult>
  compile(ByteView Package, const CompileRequest &, bool &IsIdentified) = 0;

  /// To be called in the child of a fork(), while it has one thread.
  virtual void forgetParent() {}
};

/// Returns the compile service in that folder, to run in this process.
std::unique_ptr<Compiler> createServiceCompiler(const std::string &LibraryDir);

/// Returns the compile service in that folder, to run where the settings say.
/// \p Warn receives a sentence for people if that fails; it may be called from
/// any thread, and may be null.
std::unique_ptr<Compiler>
createCompiler(const Settings &, const std::string &LibraryDir,
               std::function<void(const std::string &)> Warn);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_COMPILER_H
