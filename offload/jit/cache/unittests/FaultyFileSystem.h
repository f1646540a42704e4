//===- FaultyFileSystem.h - A file system that fails on demand ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is the real file system, in which a test makes chosen calls fail: the
// n-th call of all, every call of one kind, or writes that stop short. Clock
// and user can be set too.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_FAULTYFILESYSTEM_H
#define OMPJIT_CACHE_FAULTYFILESYSTEM_H

#include "ompjit/Cache/FileSystem.h"

#include <atomic>
#include <cerrno>
#include <limits>
#include <set>
#include <string>

namespace ompjit::cache {

class FaultyFileSystem : public FileSystem {
public:
  /// The index of the call that fails, from 0; none by default.
  uint64_t FailingCall = UINT64_MAX;
  /// Calls of these functions always fail: "openAt", "writeAt", ...
  std::set<std::string> FailingCalls;
  int Errno = EIO;
  /// The most bytes that one read or write transfers.
  size_t MaxTransfer = std::numeric_limits<size_t>::max();
  /// The number of seconds that is added to the wall clock.
  int64_t ClockOffsetSeconds = 0;
  uid_t UserOffset = 0;
  bool RaisedPrivileges = false;
  uint64_t FileSizeLimit = UINT64_MAX;
  /// Files take a multiple of this on the disk.
  uint64_t ClusterBytes = 4096;
  std::atomic<uint64_t> Calls{0};

  int openAt(int Dir, const char *Name, int Flags, mode_t Mode) override {
    return fails("openAt") ? -1 : FileSystem::openAt(Dir, Name, Flags, Mode);
  }
  int makeDir(const char *Path, mode_t Mode) override {
    return fails("makeDir") ? -1 : FileSystem::makeDir(Path, Mode);
  }
  int closeFile(int File) override {
    int Closed = FileSystem::closeFile(File);
    return fails("closeFile") ? -1 : Closed;
  }
  int statFile(int File, struct stat &Out) override {
    return fails("statFile") ? -1
                             : inClusters(FileSystem::statFile(File, Out), Out);
  }
  int statAt(int Dir, const char *Name, struct stat &Out) override {
    return fails("statAt")
               ? -1
               : inClusters(FileSystem::statAt(Dir, Name, Out), Out);
  }
  ssize_t readAt(int File, void *To, size_t Size, off_t Offset) override {
    return fails("readAt") ? -1
                           : FileSystem::readAt(
                                 File, To, std::min(Size, MaxTransfer), Offset);
  }
  ssize_t writeAt(int File, const void *From, size_t Size,
                  off_t Offset) override {
    return fails("writeAt")
               ? -1
               : FileSystem::writeAt(File, From, std::min(Size, MaxTransfer),
                                     Offset);
  }
  int linkUnnamed(int File, int Dir, const char *Name) override {
    return fails("linkUnnamed") ? -1 : FileSystem::linkUnnamed(File, Dir, Name);
  }
  int renameAt(int Dir, const char *From, const char *To) override {
    return fails("renameAt") ? -1 : FileSystem::renameAt(Dir, From, To);
  }
  int unlinkAt(int Dir, const char *Name) override {
    return fails("unlinkAt") ? -1 : FileSystem::unlinkAt(Dir, Name);
  }
  int touchFile(int File) override {
    return fails("touchFile") ? -1 : FileSystem::touchFile(File);
  }
  int tryLockByte(int File, off_t Byte) override {
    return fails("tryLockByte") ? -1 : FileSystem::tryLockByte(File, Byte);
  }
  int listNames(int Dir,
                const std::function<bool(const char *)> &Visit) override {
    return fails("listNames") ? -1 : FileSystem::listNames(Dir, Visit);
  }
  int64_t nowSeconds() override {
    return FileSystem::nowSeconds() + ClockOffsetSeconds;
  }
  uid_t effectiveUser() override {
    return FileSystem::effectiveUser() + UserOffset;
  }
  bool hasRaisedPrivileges() override { return RaisedPrivileges; }
  uint64_t fileSizeLimit() override { return FileSizeLimit; }

private:
  int inClusters(int Status, struct stat &Out) const {
    if (Status == 0)
      Out.st_blocks = blkcnt_t((uint64_t(Out.st_size) + ClusterBytes - 1) /
                               ClusterBytes * (ClusterBytes / 512));
    return Status;
  }

  bool fails(const char *Name) {
    if (Calls++ != FailingCall && !FailingCalls.count(Name))
      return false;
    errno = Errno;
    return true;
  }
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_FAULTYFILESYSTEM_H
