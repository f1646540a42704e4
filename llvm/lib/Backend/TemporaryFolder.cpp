//===- TemporaryFolder.cpp - Files that are removed in any case -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryFolder.h"

#include "ompjit/Support/ProgramEnvironment.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <climits>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace ompjit {

static Error systemError(const Twine &What) {
  return createStringError("cannot create " + What + ": " +
                           sys::StrError(errno));
}

std::string temporaryRoot() {
  SmallString<128> Path("/tmp");
  if (!hasRaisedPrivileges())
    sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Path);
  return Path.str().str();
}

static std::string newPath() {
  uint64_t Number = 0;
  // If there are no random numbers, mkdir still refuses a name that exists
  // already.
  if (::getrandom(&Number, sizeof(Number), 0) < 0)
    Number = uint64_t(::getpid());
  return temporaryRoot() + "/ompjit-" + utohexstr(Number);
}

Error writeTemporary(const std::string &Path, StringRef Content) {
  std::error_code Code;
  raw_fd_ostream Stream(Path, Code);
  if (!Code) {
    Stream << Content;
    Stream.close();
    Code = Stream.error();
    Stream.clear_error();
  }
  return Code ? createStringError(Code, Path + ": " + Code.message())
              : Error::success();
}

Expected<std::unique_ptr<TemporaryFolder>>
TemporaryFolder::create(ArrayRef<StringRef> Contents, StringRef Extension) {
  std::unique_ptr<TemporaryFolder> Folder(new TemporaryFolder);
  Folder->Path = newPath();
  for (size_t I = 0; I != Contents.size(); ++I)
    Folder->Files.push_back((Folder->Path + "/" + Twine(I) + Extension).str());
  // The process that removes the folder has to exist first.
  if (Error E = Folder->startRemover())
    return std::move(E);
  if (::mkdir(Folder->Path.c_str(), 0700) != 0)
    return systemError(Folder->Path);
  for (size_t I = 0; I != Contents.size(); ++I)
    if (Error E = writeTemporary(Folder->Files[I], Contents[I]))
      return std::move(E);
  return Folder;
}

Error TemporaryFolder::startRemover() {
  int Ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return systemError("a pair of sockets");
  Remover = ::fork();
  if (Remover == 0)
    removeAtEndOf(Ends[0]);
  ::close(Ends[0]);
  Socket = Ends[1];
  if (Remover < 0)
    return systemError("a process");
  // Until the process has left the group, it is killed together with the group.
  char Byte;
  ssize_t Size;
  while ((Size = ::read(Socket, &Byte, 1)) < 0 && errno == EINTR)
    ;
  if (Size != 1)
    return createStringError("cannot start the process that removes " + Path);
  return Error::success();
}

/// Runs in the child, where other threads' locks are held for ever, so it only
/// makes system calls.
void TemporaryFolder::removeAtEndOf(int Socket) const {
  // This process must not be killed with the parent's group or terminal, and
  // must not keep inherited pipes open.
  ::setsid();
  if (Socket > 0)
    ::close_range(0, unsigned(Socket) - 1, 0);
  ::close_range(unsigned(Socket) + 1, UINT_MAX, 0);
  char Byte = 0;
  (void)!::write(Socket, &Byte, 1);
  while (::read(Socket, &Byte, 1) < 0 && errno == EINTR)
    ;
  for (const std::string &File : Files)
    ::unlink(File.c_str());
  ::rmdir(Path.c_str());
  ::_exit(0);
}

TemporaryFolder::~TemporaryFolder() {
  if (Socket >= 0)
    ::close(Socket);
  while (Remover > 0 && ::waitpid(Remover, nullptr, 0) < 0 && errno == EINTR)
    ;
}

} // namespace ompjit
