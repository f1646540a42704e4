//===- ompjit/Server/CompilerLibrary.h - Loads the compile service --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens libompjit-compiler.so: in a program, or in a compile server. The file
// may be replaced (by an update) between its identification and its opening, so
// the source id of the opened one is read from its memory.
//
// Threads: openCompilerLibrary() takes the dynamic linker's lock, as dlopen(3)
// does.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_COMPILERLIBRARY_H
#define OMPJIT_SERVER_COMPILERLIBRARY_H

#include "ompjit/CompileService.h"

#include <string>

namespace ompjit::server {

struct CompilerLibrary {
  ompjit_compile_fn Entry = nullptr;
  std::string SourceId; ///< As from readSourceId(); empty: it has none.
  ompjit_open_linker_fn OpenLinker = nullptr;

  /// May be called by any thread.
  Result<CompileResult> compile(ByteView Package, const CompileRequest &) const;
  /// The same with encoded request and result.
  std::string compile(ByteView Package, ByteView Request) const;
};

/// Opens the library, which is never closed. The error names the file.
Result<CompilerLibrary> openCompilerLibrary(const std::string &Path);

} // namespace ompjit::server

#endif // OMPJIT_SERVER_COMPILERLIBRARY_H
