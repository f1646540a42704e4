//===- Compiler.h - What compiles images for the engine -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine asks for images through this interface: the compile service
// behind it in programs, a table of answers in unit tests.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_COMPILER_H
#define OMPJIT_JIT_COMPILER_H

#include "ompjit/CompileService.h"

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
  /// only then. Thread-safe.
  virtual Result<CompileResult>
  compile(ByteView Package, const CompileRequest &, bool &IsIdentified) = 0;
};

/// The compile service in that folder.
std::unique_ptr<Compiler> createServiceCompiler(const std::string &LibraryDir);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_COMPILER_H
