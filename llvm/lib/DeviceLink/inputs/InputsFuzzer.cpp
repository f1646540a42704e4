//===- InputsFuzzer.cpp - libFuzzer target for the inputs of a link -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds bytes to all code that reads the files of a link before the code in
// them is compiled: objects, archives (also thin ones), OffloadBinary records,
// shared libraries, linker scripts, bitcode of the host and of devices, for
// images and for packages.
//
// LLVM's reader promises nothing about damaged bitcode, so that files which
// hold bitcode are read in a process of their own. The reader may crash there
// if it has left a note of the file (WorkNote.h), from which the linker wrapper
// makes an error. Anything else is a finding. The fuzzer is not part of the
// default build: build it with `ninja fuzz-device-inputs` and run it for a
// while, on objects and archives to begin with.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/Inputs.h"
#include "ompjit/DeviceLink/LinkerScript.h"
#include "ompjit/DeviceLink/SharedLibraries.h"
#include "ompjit/DeviceLink/SymbolNames.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Targets.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace ompjit::devicelink;

/// Searches all bytes, because an archive has members, and a record has an
/// image.
static bool holdsBitcode(StringRef Bytes) {
  return Bytes.contains("BC\xC0\xDE") || Bytes.contains("\xDE\xC0\x17\x0B");
}

static void readAsInput(const std::string &Path, bool WholeArchive) {
  CollectOptions Options;
  Options.HostUndefined = {"main"};
  auto Codes = collectDeviceCode({{Path, WholeArchive}}, Options);
  if (Codes) {
    for (const DeviceCode &Code : *Codes)
      consumeError(examine(Code));
  } else if (!StringRef(toString(Codes.takeError())).starts_with(Path)) {
    __builtin_trap(); // The error does not name the file.
  }
}

static void readAll(const std::string &Path) {
  readAsInput(Path, false);
  readAsInput(Path, true);
  hostDefinition({{Path, false}}, "main");
  StringSet<> Names;
  Names.insert("main");
  removeDefinedNames({{Path}, {}, {}, ompjit::ThisHost.Host.Triple}, Names);
}

/// A crash is a finding only if no note names the file.
[[noreturn]] static void onCrash(int Signal) {
  if (!WorkNote::current())
    ::signal(Signal, SIG_DFL), ::raise(Signal);
  ::_exit(0);
}

static void onFatalError(void *, const char *, bool) { onCrash(SIGABRT); }

[[noreturn]] static void readAlone(const std::string &Path) {
  constexpr rlim_t Seconds = 20;
  const rlimit Limit = {Seconds, Seconds + 1};
  ::setrlimit(RLIMIT_CPU, &Limit);
  struct sigaction Action = {};
  Action.sa_handler = onCrash;
  Action.sa_flags = SA_ONSTACK;
  provideSignalStack();
  // SIGILL is not among them because __builtin_trap raises it.
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGXCPU})
    ::sigaction(Signal, &Action, nullptr);
  remove_fatal_error_handler();
  install_fatal_error_handler(onFatalError);
  readAll(Path);
  ::_exit(0);
}

static void readInProcessOfItsOwn(const std::string &Path) {
  const pid_t Child = ::fork();
  if (Child == 0)
    readAlone(Path);
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR) // libFuzzer uses a timer.
      __builtin_trap();
  if (Status != 0)
    __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  parseLinkerScript(Bytes);
  int Fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  if (Fd < 0 || ::write(Fd, Data, Size) != ssize_t(Size))
    __builtin_trap();
  std::string Path = "/proc/self/fd/" + std::to_string(Fd);
  if (holdsBitcode(Bytes))
    readInProcessOfItsOwn(Path);
  else
    readAll(Path);
  ::close(Fd);
  return 0;
}
