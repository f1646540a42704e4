//===- LinkSharedObject.cpp - lld in process, from memory to memory -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements linkSharedObject().
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

#include "LinkFiles.h"
#include "NeededLibraries.h"
#include "StartFiles.h"
#include "StubLibrary.h"

#include "lld/Common/Driver.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <vector>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace ompjit {

// When lld cannot continue a link it calls _exit, unless crash recovery is on:
// then lldMain returns with an error. Recovery would also replace the process's
// signal handlers, which are not ours, so they are restored at once.
static void enableExitRecovery() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    constexpr int Signals[] = {SIGABRT, SIGBUS,  SIGFPE,
                               SIGILL,  SIGSEGV, SIGTRAP};
    struct sigaction Before[std::size(Signals)];
    for (size_t I = 0; I != std::size(Signals); ++I)
      ::sigaction(Signals[I], nullptr, &Before[I]);
    CrashRecoveryContext::Enable();
    for (size_t I = 0; I != std::size(Signals); ++I)
      ::sigaction(Signals[I], &Before[I], nullptr);
  });
}

/// Returns whether objects have wrappers of thread-local variables. clang emits
/// those of variables that only the host has, too, although they are not
/// called. LTO drops them.
static bool hasThreadLocalWrappers(ArrayRef<MemoryBufferRef> Objects) {
  return mentionsName(Objects, "_ZTW");
}

static std::vector<std::string> arguments(ArrayRef<MemoryBufferRef> Objects,
                                          const SharedObjectOptions &Options,
                                          const std::string &OutputPath) {
  // One thread is used, because the process is the user's program, whose cores
  // are busy. -Bsymbolic: an image calls its own functions, whatever else the
  // process has loaded under the same name.
  std::vector<std::string> Arguments = {"ld.lld",
                                        "-shared",
                                        "-Bsymbolic",
                                        "--hash-style=gnu",
                                        "--threads=1",
                                        "--build-id=none",
                                        "--eh-frame-hdr",
                                        "--whole-archive",
                                        "-o",
                                        OutputPath,
                                        "--color-diagnostics=never"};
  if (Options.StripDebug)
    Arguments.push_back("--strip-debug");
  if (hasThreadLocalWrappers(Objects))
    Arguments.push_back("--gc-sections");
  if (!Options.SoName.empty())
    Arguments.push_back("-soname=" + Options.SoName);
  return Arguments;
}

namespace {
/// lld keeps its state in globals: one link at a time, and none after a failure
/// inside lld, because that leaves the state in pieces. The mutex is a robust
/// one: where the thread that links is ended by a crash, the others get an
/// error and do not wait for ever.
class LldLock {
public:
  LldLock() {
    State &S = state();
    if (::pthread_mutex_lock(&S.Mutex) == EOWNERDEAD) {
      S.Usable = false;
      ::pthread_mutex_consistent(&S.Mutex);
    }
  }
  ~LldLock() { ::pthread_mutex_unlock(&state().Mutex); }
  LldLock(const LldLock &) = delete;
  LldLock &operator=(const LldLock &) = delete;

  bool isUsable() const { return state().Usable; }
  void setUsable(bool Usable) { state().Usable = Usable; }

private:
  struct State {
    State() {
      pthread_mutexattr_t Attributes;
      ::pthread_mutexattr_init(&Attributes);
      ::pthread_mutexattr_setrobust(&Attributes, PTHREAD_MUTEX_ROBUST);
      ::pthread_mutex_init(&Mutex, &Attributes);
      ::pthread_mutexattr_destroy(&Attributes);
    }
    pthread_mutex_t Mutex;
    bool Usable = true;
  };
  static State &state() {
    static State *S = new State; // Never destroyed: links may run at exit.
    return *S;
  }
};
} // namespace

static Error runLld(const std::vector<std::string> &Arguments) {
  LldLock Lock;
  if (!Lock.isUsable())
    return createStringError(
        "lld failed before in this process and cannot be used again");

  enableExitRecovery();
  std::vector<const char *> Raw;
  for (const std::string &Argument : Arguments)
    Raw.push_back(Argument.c_str());
  std::string Text;
  raw_string_ostream Stream(Text);
  lld::Result Result =
      lld::lldMain(Raw, Stream, Stream, {{lld::Gnu, &lld::elf::link}});
  Lock.setUsable(Result.canRunAgain);
  if (Result.retCode == 0)
    return Error::success();
  StringRef Message = StringRef(Text).trim();
  return createStringError(Message.empty() ? "lld failed without a message"
                                           : Message);
}

/// Puts many objects into one file, because a process has a limit of open
/// files, often 1024.
static Expected<std::unique_ptr<MemoryBuffer>>
archiveOf(ArrayRef<MemoryBufferRef> Objects) {
  std::vector<NewArchiveMember> Members(Objects.begin(), Objects.end());
  return writeArchiveToBuffer(Members, SymtabWritingMode::NoSymtab,
                              object::Archive::K_GNU, /*Deterministic=*/true,
                              /*Thin=*/false);
}

/// Returns the link as a readable command line.
static std::vector<std::string>
printableCommand(ArrayRef<MemoryBufferRef> Objects, bool NeedsStart,
                 const NeededLibraries &Libraries,
                 const SharedObjectOptions &Options) {
  std::vector<std::string> Command =
      arguments(Objects, Options, Options.OutputName);
  if (NeedsStart)
    Command.push_back("crtbeginS.o");
  for (MemoryBufferRef Object : Objects)
    Command.push_back(Object.getBufferIdentifier().str());
  for (const auto &[SoName, Symbols] : Libraries)
    Command.push_back("-l:" + SoName);
  return Command;
}

/// Replaces lld's \p Paths of the inputs, which mean nothing to users, by names
/// in \p E.
static Error withNames(Error E, ArrayRef<std::string> Paths,
                       ArrayRef<StringRef> Names) {
  std::string Text = toString(std::move(E));
  // Start with the last path, because a number may begin with another one.
  for (size_t I = std::min(Paths.size(), Names.size()); I-- != 0;) {
    const std::string &Path = Paths[I];
    for (size_t At = Text.find(Path); At != std::string::npos;
         At = Text.find(Path, At + Names[I].size()))
      Text.replace(At, Path.size(), Names[I].data(), Names[I].size());
  }
  return createStringError(Text);
}

Expected<std::string> linkSharedObject(ArrayRef<MemoryBufferRef> Objects,
                                       const SharedObjectOptions &Options) {
  SmallVector<StringRef> Inputs, Names;
  // Images of GPUs have no libraries to find.
  const TargetTraits *Host = hostOfObjects(Objects);
  const bool NeedsStart = needsStartFiles(Objects);
  const NeededLibraries Libraries =
      Host ? neededLibraries(Objects, Options.LibraryFolders, *Host)
           : NeededLibraries();
  if (Options.Announce)
    Options.Announce(printableCommand(Objects, NeedsStart, Libraries, Options));
  if (Options.DryRun)
    return "";
  if (NeedsStart) {
    // First, so that its destructor runs last.
    Expected<StringRef> Start = startFiles(*Host);
    if (!Start)
      return Start.takeError();
    Inputs.push_back(*Start);
    Names.push_back("crtbeginS.o");
  }
  std::unique_ptr<MemoryBuffer> Archive;
  constexpr size_t ManyObjects = 64;
  if (Objects.size() > ManyObjects) {
    if (Error E = archiveOf(Objects).moveInto(Archive))
      return std::move(E);
    Inputs.push_back(Archive->getBuffer());
    Names.push_back("device objects");
  } else {
    for (MemoryBufferRef Object : Objects) {
      Inputs.push_back(Object.getBuffer());
      Names.push_back(Object.getBufferIdentifier());
    }
  }
  std::deque<std::string> Stubs;
  for (const auto &[SoName, Symbols] : Libraries) {
    Inputs.push_back(
        Stubs.emplace_back(stubLibrary(SoName, Symbols, Host->ElfMachine)));
    Names.push_back(SoName);
  }

  Expected<std::unique_ptr<LinkFiles>> Files = LinkFiles::create(Inputs);
  if (!Files)
    return Files.takeError();
  std::vector<std::string> Arguments =
      arguments(Objects, Options, (*Files)->output());
  append_range(Arguments, (*Files)->inputs());
  if (Error E = runLld(Arguments))
    return withNames(std::move(E), (*Files)->inputs(), Names);
  return (*Files)->takeOutput();
}

} // namespace ompjit
