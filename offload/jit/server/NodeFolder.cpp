//===- NodeFolder.cpp - Finds the node's server ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/NodeFolder.h"

#include "ompjit/Server/Frame.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

namespace {

/// Enough to distinguish builds, because a socket's path has to be short.
constexpr size_t IdDigits = 24;
constexpr mode_t WritableByOthers = S_IWGRP | S_IWOTH;

/// Returns whether no other user can replace one of our files in this folder:
/// it is ours or root's, and either others cannot write to it or it is sticky.
bool isSafeParent(const std::string &Path) {
  struct stat Info;
  if (::stat(Path.c_str(), &Info) != 0 || !S_ISDIR(Info.st_mode))
    return false;
  if (Info.st_uid != ::geteuid() && Info.st_uid != 0)
    return false;
  return !(Info.st_mode & WritableByOthers) || (Info.st_mode & S_ISVTX);
}

Status makeFolder(const std::string &Path) {
  if (::mkdir(Path.c_str(), 0700) != 0 && errno != EEXIST)
    return Error("the folder " + Path +
                 " cannot be made: " + std::strerror(errno));
  struct stat Info;
  if (::lstat(Path.c_str(), &Info) != 0)
    return Error("the folder " + Path +
                 " cannot be looked at: " + std::strerror(errno));
  if (!S_ISDIR(Info.st_mode))
    return Error(Path + " is no folder");
  if (Info.st_uid != ::geteuid())
    return Error("the folder " + Path + " belongs to another user");
  if (Info.st_mode & WritableByOthers)
    return Error("other users may write to the folder " + Path +
                 " (chmod go-w would help)");
  return Done();
}

std::string folderFor(const std::string &RuntimeDir) {
  if (RuntimeDir.starts_with('/') && isSafeParent(RuntimeDir))
    return RuntimeDir + "/omp-jit";
  return "";
}

} // namespace

Result<std::string> server::nodeSocketPath(const std::string &RuntimeDir,
                                           const std::string &SourceId) {
  const std::string Name = "/compile-" + std::to_string(FrameVersion) + "-" +
                           SourceId.substr(0, IdDigits);
  std::string Folder = folderFor(RuntimeDir);
  if (Folder.empty() ||
      (Folder + Name).size() >= sizeof(sockaddr_un::sun_path)) {
    if (!isSafeParent("/tmp"))
      return Error("anybody may replace files of others in /tmp");
    Folder = "/tmp/omp-jit-" + std::to_string(::geteuid());
  }
  if (Status Made = makeFolder(Folder); !Made)
    return Made.takeError();
  return Folder + Name;
}

Result<Descriptor> server::tryLock(const std::string &SocketPath) {
  const std::string Path = SocketPath + ".lock";
  Descriptor Lock(
      ::open(Path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (Lock && ::flock(Lock.get(), LOCK_EX | LOCK_NB) == 0)
    return Lock;
  if (Lock && errno == EWOULDBLOCK)
    return Descriptor();
  return Error(Path + " cannot be locked: " + std::strerror(errno));
}
