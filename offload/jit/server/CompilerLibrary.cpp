//===- CompilerLibrary.cpp - Loads the compile service --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/CompilerLibrary.h"

#include "ompjit/Support/BuildId.h"
#include "ompjit/Support/LibraryFile.h"

#include <dlfcn.h>

using namespace ompjit;
using namespace ompjit::server;

Result<CompilerLibrary> server::openCompilerLibrary(const std::string &Path) {
  if (isCutOff(Path))
    return Error("the compile service cannot be opened: " + Path +
                 " is not complete");
  void *Library = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return Error(
        "the compile service cannot be opened: " + std::string(::dlerror()) +
        " (it lies beside libomptarget.so: reinstall the toolchain)");
  void *Entry = ::dlsym(Library, CompileServiceEntry);
  if (!Entry)
    return Error("the compile service " + Path + " has no function " +
                 CompileServiceEntry + "; it belongs to another version");
  return CompilerLibrary{reinterpret_cast<ompjit_compile_fn>(Entry),
                         sourceIdInMemory(Entry),
                         reinterpret_cast<ompjit_open_linker_fn>(
                             ::dlsym(Library, CompileServiceOpenLinker))};
}

std::string CompilerLibrary::compile(ByteView Package, ByteView Request) const {
  std::string Answer;
  Entry(
      Package.data(), Package.size(), Request.data(), Request.size(),
      [](void *Context, const void *Bytes, size_t Size) {
        static_cast<std::string *>(Context)->assign(
            static_cast<const char *>(Bytes), Size);
      },
      &Answer);
  return Answer;
}

Result<CompileResult>
CompilerLibrary::compile(ByteView Package,
                         const CompileRequest &Request) const {
  Result<CompileResult> Decoded =
      CompileResult::decode(compile(Package, ByteView(Request.encode())));
  if (!Decoded)
    return Decoded.takeError().context("the compile service's answer");
  return Decoded;
}
