//===- OutputFile.cpp - Files that a user names for output ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/OutputFile.h"

#include "ompjit/Support/CheckedDescriptor.h"

#include <cerrno>
#include <ctime>
#include <fcntl.h>

using namespace ompjit;

/// Returns the descriptor of the program's standard output or error if it
/// refers to the file, or -1.
static int streamTo(int File) {
  struct stat Ours, Theirs;
  if (::fstat(File, &Ours) != 0)
    return -1;
  for (int Stream : {STDOUT_FILENO, STDERR_FILENO})
    if (::fstat(Stream, &Theirs) == 0 &&
        FileIdentity(Theirs) == FileIdentity(Ours) &&
        (::fcntl(Stream, F_GETFL) & O_ACCMODE) != O_RDONLY)
      return Stream;
  return -1;
}

static std::string hostName() {
  char Name[256] = {};
  return ::gethostname(Name, sizeof(Name) - 1) == 0 ? Name : "";
}

std::string ompjit::withProcess(std::string_view Name, pid_t Process) {
  std::string Path;
  for (size_t I = 0; I != Name.size(); ++I) {
    const std::string_view Rest = Name.substr(I);
    if (Rest.starts_with("%p"))
      Path += std::to_string(Process);
    else if (Rest.starts_with("%h"))
      Path += hostName();
    else {
      Path += Name[I];
      continue;
    }
    ++I;
  }
  return Path;
}

int ompjit::openForOutput(const std::string &Path, int Flags) {
  const int File = ::open(Path.c_str(),
                          O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC |
                              (Flags & (O_CREAT | O_APPEND)),
                          0666);
  if (File < 0)
    return -1;
  if (const int Stream = streamTo(File); Stream >= 0) {
    ::close(File);
    return ::fcntl(Stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  }
  if (Flags & O_TRUNC)
    (void)!::ftruncate(File, 0);
  // The reader of a pipe may be slow, so that writes have to block.
  ::fcntl(File, F_SETFL, Flags & O_APPEND);
  return File;
}

WithoutPipeSignal::WithoutPipeSignal() {
  sigemptyset(&Pipe);
  sigaddset(&Pipe, SIGPIPE);
  sigset_t Pending;
  sigpending(&Pending);
  IsOfOthers = sigismember(&Pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &Pipe, &Before);
}

WithoutPipeSignal::~WithoutPipeSignal() {
  const int Error = errno;
  const timespec NoTime = {};
  if (!IsOfOthers)
    sigtimedwait(&Pipe, nullptr, &NoTime);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  errno = Error;
}
