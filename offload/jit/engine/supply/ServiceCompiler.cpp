//===- ServiceCompiler.cpp - Compiling through the compile service --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile service contains LLVM. A process whose images all come from the
// cache never opens it, and identifies it by a note in its file.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "ompjit/Server/BuildId.h"
#include "ompjit/Server/CompilerLibrary.h"
#include "ompjit/Support/DefaultEnvironment.h"
#include "ompjit/Support/NoMemory.h"

#include <atomic>
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
  const std::string Path;
  std::once_flag IdentifyOnce, OpenOnce;
  Result<std::string> Identity = Error("not read yet");
  Result<server::CompilerLibrary> Opened = Error("not opened yet");
  bool IsSameFile = false;
  std::atomic<bool> IsOpen = false; ///< Also set if it cannot be opened.
};

} // namespace

Result<std::string> ServiceCompiler::identity() {
  std::call_once(IdentifyOnce, [this] { Identity = readBuildId(Path); });
  return Identity;
}

/// The file may have been replaced since it was identified, and images of the
/// new build must not be stored under the name of the old one.
void ServiceCompiler::open() {
  std::call_once(OpenOnce, [this] {
    if (!hasMemory(LeastForCompiler))
      throw std::bad_alloc();
    const DefaultEnvironment Defaults;
    Opened = server::openCompilerLibrary(Path);
    Result<std::string> Before = identity();
    IsSameFile = Opened && Before && *Before == Opened->BuildId;
    IsOpen.store(true, std::memory_order_release);
  });
}

Result<CompileResult> ServiceCompiler::compile(ByteView Package,
                                               const CompileRequest &Request,
                                               bool &IsIdentified) {
  if (!isOpen())
    return Error("the compile service is not open");
  if (!Opened)
    return Opened.error();
  IsIdentified = IsSameFile;
  return Opened->compile(Package, Request);
}

std::unique_ptr<Compiler>
jit::createServiceCompiler(const std::string &LibraryDir) {
  return std::make_unique<ServiceCompiler>(LibraryDir);
}
