//===- ServiceCompiler.cpp - Compiling through the compile service --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile service carries LLVM; a process in which every image comes from
// the cache never opens it, and identifies it by a note read from its file.
//
//===----------------------------------------------------------------------===//

#include "BuildId.h"
#include "Compiler.h"

#include "ompjit/LibraryFile.h"

#include <atomic>
#include <dlfcn.h>
#include <mutex>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

class ServiceCompiler : public Compiler {
public:
  explicit ServiceCompiler(const std::string &LibraryDir)
      : Path(LibraryDir + "/" + CompileServiceFile) {}

  Result<std::string> identity() override;
  bool isOpen() override { return IsOpen.load(std::memory_order_acquire); }
  void open() override;
  Result<CompileResult> compile(ByteView Package, const CompileRequest &,
                                bool &IsIdentified) override;

private:
  Status openFile();

  const std::string Path;
  std::once_flag IdentifyOnce, OpenOnce;
  Result<std::string> Identity = Error("not read yet");
  Status Opened = Error("not opened yet");
  ompjit_compile_fn Entry = nullptr;
  bool IsSameFile = false;
  std::atomic<bool> IsOpen = false; ///< Or cannot be opened.
};

} // namespace

Result<std::string> ServiceCompiler::identity() {
  std::call_once(IdentifyOnce, [this] { Identity = readBuildId(Path); });
  return Identity;
}

/// The file may be replaced (an update) between its identification and its
/// opening. Reading the id again afterwards tells: what another build compiled
/// must not be stored under the first one's name.
Status ServiceCompiler::openFile() {
  if (isCutOff(Path))
    return Error("the compile service cannot be opened: " + Path +
                 " is not complete");
  void *Library = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return Error(
        "the compile service cannot be opened: " + std::string(::dlerror()) +
        " (it lies beside libomptarget.so: reinstall the toolchain)");
  Entry = reinterpret_cast<ompjit_compile_fn>(
      ::dlsym(Library, CompileServiceEntry));
  if (!Entry)
    return Error("the compile service " + Path + " has no function " +
                 CompileServiceEntry + "; it belongs to another version");
  Result<std::string> Before = identity();
  Result<std::string> Now = readBuildId(Path);
  IsSameFile = Before && Now && *Before == *Now;
  return Done();
}

void ServiceCompiler::open() {
  std::call_once(OpenOnce, [this] {
    Opened = openFile();
    IsOpen.store(true, std::memory_order_release);
  });
}

Result<CompileResult> ServiceCompiler::compile(ByteView Package,
                                               const CompileRequest &Request,
                                               bool &IsIdentified) {
  if (!Opened)
    return Opened.error();
  IsIdentified = IsSameFile;
  const std::string Encoded = Request.encode();
  std::string Answer;
  Entry(
      Package.data(), Package.size(), Encoded.data(), Encoded.size(),
      [](void *Context, const void *Bytes, size_t Size) {
        static_cast<std::string *>(Context)->assign(
            static_cast<const char *>(Bytes), Size);
      },
      &Answer);
  Result<CompileResult> Decoded = CompileResult::decode(Answer);
  if (!Decoded)
    return Decoded.takeError().context("the compile service's answer");
  return Decoded;
}

std::unique_ptr<Compiler>
jit::createServiceCompiler(const std::string &LibraryDir) {
  return std::make_unique<ServiceCompiler>(LibraryDir);
}
