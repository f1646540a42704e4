//===- RecordingFiles.cpp - The files of a recording ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingFiles.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace ompjit {

namespace {

sigset_t fileLimitSignal() {
  sigset_t Signals;
  sigemptyset(&Signals);
  sigaddset(&Signals, SIGXFSZ);
  return Signals;
}

} // namespace

FileLimitGuard::FileLimitGuard() {
  sigset_t Ours = fileLimitSignal(), Before;
  pthread_sigmask(SIG_BLOCK, &Ours, &Before);
  WasBlocked = sigismember(&Before, SIGXFSZ);
}

FileLimitGuard::~FileLimitGuard() {
  if (WasBlocked)
    return;
  // The signal of our own write must not be delivered now.
  sigset_t Ours = fileLimitSignal();
  const timespec NoTime = {};
  while (sigtimedwait(&Ours, nullptr, &NoTime) == SIGXFSZ)
    ;
  pthread_sigmask(SIG_UNBLOCK, &Ours, nullptr);
}

NewFile::~NewFile() {
  if (Descriptor >= 0)
    close(Descriptor);
  if (IsOurs)
    unlink(Path.c_str());
}

Error NewFile::fail(const char *What) const {
  return Error(std::string(What) + " '" + Path + "': " + std::strerror(errno));
}

Result<bool> NewFile::create() {
  Descriptor =
      open(Path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (Descriptor < 0 && errno == EEXIST)
    return false;
  if (Descriptor < 0)
    return fail("cannot create");
  IsOurs = true;
  return true;
}

Status NewFile::write(ByteView Part) {
  Sum.add(Part);
  Bytes += Part.size();
  while (!Part.empty()) {
    ssize_t Written = ::write(Descriptor, Part.data(), Part.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written < 0)
      return fail("cannot write");
    Part.remove_prefix(size_t(Written));
  }
  return Done{};
}

Status NewFile::keep() {
  int Failed = close(Descriptor);
  Descriptor = -1;
  if (Failed)
    return fail("cannot write");
  IsOurs = false;
  return Done{};
}

Status NewFile::keepAs(const std::string &NewPath) {
  if (Status S = keep(); !S)
    return S;
  IsOurs = true;
  if (std::rename(Path.c_str(), NewPath.c_str()))
    return fail("cannot rename");
  IsOurs = false;
  return Done{};
}

} // namespace ompjit
