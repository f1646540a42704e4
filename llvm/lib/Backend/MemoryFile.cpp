//===- MemoryFile.cpp - Files in memory for tools -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryFile.h"

#include "llvm/Support/Errno.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace ompjit {

static Error systemError(const char *What) {
  return createStringError(Twine(What) + ": " + sys::StrError());
}

Descriptor &Descriptor::operator=(Descriptor &&Other) {
  if (this != &Other) {
    reset();
    Fd = Other.release();
  }
  return *this;
}

void Descriptor::reset() {
  if (Fd >= 0)
    ::close(Fd);
  Fd = -1;
}

int Descriptor::release() { return std::exchange(Fd, -1); }

std::string Descriptor::path() const {
  return "/proc/self/fd/" + std::to_string(Fd);
}

std::string Descriptor::pathInProcess() const {
  return "/proc/self/task/" + std::to_string(::gettid()) + "/fd/" +
         std::to_string(Fd);
}

void Descriptor::keepForChildren() const { ::fcntl(Fd, F_SETFD, 0); }

Expected<std::string> Descriptor::content() const {
  struct stat Status;
  if (::fstat(Fd, &Status) != 0)
    return systemError("cannot read a file in memory");
  std::string Bytes(size_t(Status.st_size), '\0');
  for (size_t Done = 0; Done != Bytes.size();) {
    ssize_t Count = ::pread(Fd, &Bytes[Done], Bytes.size() - Done, off_t(Done));
    if (Count == 0)
      return createStringError("a file in memory became shorter");
    if (Count < 0 && errno != EINTR)
      return systemError("cannot read a file in memory");
    Done += size_t(std::max<ssize_t>(Count, 0));
  }
  return Bytes;
}

Error checkFileLimit(size_t Size) {
  rlimit Limit;
  if (::getrlimit(RLIMIT_FSIZE, &Limit) != 0 ||
      Limit.rlim_cur == RLIM_INFINITY || Size <= Limit.rlim_cur)
    return Error::success();
  return createStringError("cannot write " + Twine(Size) +
                           " bytes to a file: the limit of file sizes is "
                           "lower");
}

Expected<Descriptor> createMemoryFile(StringRef Content) {
  if (Error E = checkFileLimit(Content.size()))
    return std::move(E);
  Descriptor File(::memfd_create("ompjit-object", MFD_CLOEXEC));
  if (File.get() < 0)
    return systemError("cannot create a file in memory");
  while (!Content.empty()) {
    ssize_t Written = ::write(File.get(), Content.data(), Content.size());
    if (Written < 0 && errno != EINTR)
      return systemError("cannot write a file in memory");
    Content = Content.drop_front(std::max<ssize_t>(Written, 0));
  }
  return File;
}

Expected<std::unique_ptr<OutputPipe>> OutputPipe::create() {
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return systemError("cannot create a pipe");
  std::unique_ptr<OutputPipe> Pipe(
      new OutputPipe(Descriptor(Ends[0]), Descriptor(Ends[1])));
  if (::faccessat(AT_FDCWD, Pipe->path().c_str(), W_OK, AT_EACCESS) != 0)
    return systemError("cannot name a pipe");
  if (Error E = Pipe->startDrainer())
    return std::move(E);
  return Pipe;
}

Error OutputPipe::startDrainer() {
  // The program's signals must be handled by its own threads.
  sigset_t All, Before;
  sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  const int Failure = ::pthread_create(
      &Drainer, nullptr,
      [](void *Pipe) -> void * {
        static_cast<OutputPipe *>(Pipe)->drain();
        return nullptr;
      },
      this);
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  IsDraining = Failure == 0;
  return Failure ? createStringError(Twine("cannot start a thread: ") +
                                     sys::StrError(Failure))
                 : Error::success();
}

OutputPipe::~OutputPipe() {
  if (IsDraining)
    finish();
}

std::string OutputPipe::finish() {
  WriteEnd.reset();
  ::pthread_join(Drainer, nullptr);
  IsDraining = false;
  return std::move(Bytes);
}

void OutputPipe::drain() {
  char Buffer[1 << 16];
  for (;;) {
    ssize_t Count = ::read(ReadEnd.get(), Buffer, sizeof(Buffer));
    if (Count > 0)
      Bytes.append(Buffer, Count);
    else if (Count == 0 || errno != EINTR)
      return;
  }
}

} // namespace ompjit
