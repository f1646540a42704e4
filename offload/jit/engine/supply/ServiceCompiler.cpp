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

#include "ompjit/Server/CompilerLibrary.h"
#include "ompjit/Support/BuildId.h"
#include "ompjit/Support/DefaultEnvironment.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/NoMemory.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

class ServiceCompiler : public Compiler {
public:
  explicit ServiceCompiler(const std::string &LibraryDir)
      : Path(LibraryDir + "/" + CompileServiceFile) {}

  Result<std::string> identity() override;
  bool isOpen() override {
    return IsOpen.load(std::memory_order_acquire) &&
           !LacksLinker.load(std::memory_order_acquire);
  }
  bool isOpenFor(const CompileRequest &) override;
  void open() override;
  Result<CompileResult> compile(ByteView Package, const CompileRequest &,
                                bool &IsIdentified) override;

private:
  void openLinkers();

  const std::string Path;
  std::once_flag IdentifyOnce, OpenOnce;
  Result<std::string> Identity = Error("not read yet");
  Result<server::CompilerLibrary> Opened = Error("not opened yet");
  bool IsSameFile = false;
  std::atomic<bool> IsOpen = false; ///< Also set if it cannot be opened.
  Mutex LinkersMutex;
  /// Files of linkers, and whether they are open.
  std::map<std::string, bool> Linkers OMPJIT_GUARDED_BY(LinkersMutex);
  std::atomic<bool> LacksLinker = false;
};

} // namespace

Result<std::string> ServiceCompiler::identity() {
  std::call_once(IdentifyOnce, [this] { Identity = readSourceId(Path); });
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
    IsSameFile = Opened && Before && *Before == Opened->SourceId;
    IsOpen.store(true, std::memory_order_release);
  });
  openLinkers();
}

bool ServiceCompiler::isOpenFor(const CompileRequest &Request) {
  if (!Request.LinkerFile.empty()) {
    const MutexLock Lock(LinkersMutex);
    if (!Linkers.try_emplace(Request.LinkerFile, false).first->second)
      LacksLinker.store(true, std::memory_order_release);
  }
  return isOpen();
}

/// Not under the lock, which those who hold no lock of the dynamic linker take.
void ServiceCompiler::openLinkers() {
  std::vector<std::string> Wanted;
  {
    const MutexLock Lock(LinkersMutex);
    for (const auto &[File, IsLinkerOpen] : Linkers)
      if (!IsLinkerOpen)
        Wanted.push_back(File);
  }
  for (const std::string &File : Wanted)
    if (Opened && Opened->OpenLinker)
      Opened->OpenLinker(File.c_str());
  const MutexLock Lock(LinkersMutex);
  bool LacksMore = false;
  for (auto &[File, IsLinkerOpen] : Linkers) {
    IsLinkerOpen |=
        std::find(Wanted.begin(), Wanted.end(), File) != Wanted.end();
    LacksMore |= !IsLinkerOpen;
  }
  LacksLinker.store(LacksMore, std::memory_order_release);
}

Result<CompileResult> ServiceCompiler::compile(ByteView Package,
                                               const CompileRequest &Request,
                                               bool &IsIdentified) {
  if (!isOpenFor(Request))
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
