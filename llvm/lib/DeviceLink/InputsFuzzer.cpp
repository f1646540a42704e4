//===- InputsFuzzer.cpp - libFuzzer target for the inputs of a link -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds bytes to all that reads the files of a link before the code in them is
// compiled: objects, archives, OffloadBinary records, shared libraries, linker
// scripts. Bitcode is left out, for LLVM's reader promises nothing about
// hostile bitcode. Not part of the default build: `ninja fuzz-device-inputs`,
// then run it for a while, on objects and archives to begin with.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Inputs.h"
#include "ompjit/DeviceLink/LinkerScript.h"
#include "ompjit/DeviceLink/SharedLibraries.h"
#include "ompjit/DeviceLink/SymbolNames.h"

#include "llvm/BinaryFormat/Magic.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace ompjit::devicelink;

/// Anywhere: an archive has members, and a record has an image.
static bool holdsBitcode(StringRef Bytes) {
  return Bytes.contains("BC\xC0\xDE") || Bytes.contains("\xDE\xC0\x17\x0B");
}

static void readAsInput(const std::string &Path, bool WholeArchive) {
  CollectOptions Options;
  Options.HostUndefined = {"main"};
  auto Codes = collectDeviceCode({{Path, WholeArchive}}, Options);
  if (Codes) {
    for (const DeviceCode &Code : *Codes)
      consumeError(symbolNames(*Code.Image).takeError());
  } else if (!StringRef(toString(Codes.takeError())).starts_with(Path)) {
    __builtin_trap(); // The error does not name the file.
  }
  hostDefinition({{Path, WholeArchive}}, "main");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  if (holdsBitcode(Bytes))
    return 0;
  parseLinkerScript(Bytes);
  int Fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  if (Fd < 0 || ::write(Fd, Data, Size) != ssize_t(Size))
    __builtin_trap();
  std::string Path = "/proc/self/fd/" + std::to_string(Fd);
  readAsInput(Path, false);
  readAsInput(Path, true);
  StringSet<> Names;
  Names.insert("main");
  removeDefinedNames({Path, {}, {}}, Names);
  ::close(Fd);
  return 0;
}
