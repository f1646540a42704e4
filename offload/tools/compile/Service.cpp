//===- Service.cpp - The compile service, for tools -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Service.h"

#include "ompjit/Support/LibraryFile.h"

#include <dlfcn.h>

namespace ompjit::compile {

Result<Service> Service::open() {
  const std::string Path = libraryFolderOfProgram() + "/" + CompileServiceFile;
  void *Library = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return Error("the compile service cannot be opened: " +
                 std::string(::dlerror()));
  auto Entry = reinterpret_cast<ompjit_compile_fn>(
      ::dlsym(Library, CompileServiceEntry));
  if (!Entry)
    return Error("the compile service " + Path + " has no function " +
                 CompileServiceEntry + "; it belongs to another version");
  return Service(Entry);
}

Result<CompileResult> Service::compile(ByteView Package,
                                       const CompileRequest &Request) const {
  const std::string Encoded = Request.encode();
  std::string Answer;
  Entry(
      Package.data(), Package.size(), Encoded.data(), Encoded.size(),
      [](void *Context, const void *Bytes, size_t Size) {
        static_cast<std::string *>(Context)->assign(
            static_cast<const char *>(Bytes), Size);
      },
      &Answer);
  return CompileResult::decode(Answer);
}

} // namespace ompjit::compile
