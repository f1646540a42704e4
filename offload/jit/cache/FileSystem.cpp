//===- FileSystem.cpp - The system calls of the image cache ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace ompjit::cache;

int FileSystem::openAt(int Dir, const char *Name, int Flags, mode_t Mode) {
  return ::openat(Dir, Name, Flags | O_CLOEXEC, Mode);
}

int FileSystem::closeFile(int File) { return ::close(File); }

int FileSystem::makeDir(const char *Path, mode_t Mode) {
  return ::mkdir(Path, Mode);
}

int FileSystem::statFile(int File, struct stat &Out) {
  return ::fstat(File, &Out);
}

int FileSystem::statAt(int Dir, const char *Name, struct stat &Out) {
  return ::fstatat(Dir, Name, &Out, AT_SYMLINK_NOFOLLOW);
}

ssize_t FileSystem::readAt(int File, void *To, size_t Size, off_t Offset) {
  return ::pread(File, To, Size, Offset);
}

ssize_t FileSystem::writeAt(int File, const void *From, size_t Size,
                            off_t Offset) {
  if (uint64_t(Offset) + Size > fileSizeLimit()) {
    errno = EFBIG;
    return -1;
  }
  return ::pwrite(File, From, Size, Offset);
}

int FileSystem::linkUnnamed(int File, int Dir, const char *Name) {
  // Linking the descriptor itself (AT_EMPTY_PATH) needs a capability on common
  // kernels; linking through /proc needs none.
  char Path[32];
  std::snprintf(Path, sizeof(Path), "/proc/self/fd/%d", File);
  return ::linkat(AT_FDCWD, Path, Dir, Name, AT_SYMLINK_FOLLOW);
}

int FileSystem::renameAt(int Dir, const char *From, const char *To) {
  return ::renameat(Dir, From, Dir, To);
}

int FileSystem::unlinkAt(int Dir, const char *Name) {
  return ::unlinkat(Dir, Name, 0);
}

int FileSystem::touchFile(int File) { return ::futimens(File, nullptr); }

int FileSystem::touchAt(int Dir, const char *Name) {
  return ::utimensat(Dir, Name, nullptr, AT_SYMLINK_NOFOLLOW);
}

int FileSystem::tryLockByte(int File, off_t Byte) {
  // These are open-file-description locks. Unlike POSIX locks they also exclude
  // threads of one process, and closing another descriptor does not release
  // them.
  struct flock Lock = {};
  Lock.l_type = F_WRLCK;
  Lock.l_whence = SEEK_SET;
  Lock.l_start = Byte;
  Lock.l_len = 1;
  return ::fcntl(File, F_OFD_SETLK, &Lock);
}

int FileSystem::listNames(int Dir,
                          const std::function<bool(const char *)> &Visit) {
  // A separate descriptor is needed because the position in the folder belongs
  // to it.
  int Own = ::openat(Dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (Own < 0)
    return -1;
  DIR *Listing = ::fdopendir(Own);
  if (!Listing) {
    int Reason = errno;
    ::close(Own);
    errno = Reason;
    return -1;
  }
  errno = 0;
  while (dirent *Entry = ::readdir(Listing)) {
    if (std::strcmp(Entry->d_name, ".") != 0 &&
        std::strcmp(Entry->d_name, "..") != 0 && !Visit(Entry->d_name))
      break;
    errno = 0;
  }
  int Reason = errno;
  ::closedir(Listing);
  errno = Reason;
  return Reason ? -1 : 0;
}

int64_t FileSystem::nowSeconds() { return ::time(nullptr); }

uint64_t FileSystem::monotonicNs() {
  timespec Now;
  ::clock_gettime(CLOCK_MONOTONIC, &Now);
  return uint64_t(Now.tv_sec) * 1000000000u + uint64_t(Now.tv_nsec);
}

void FileSystem::sleepNs(uint64_t Ns) {
  timespec Pause = {time_t(Ns / 1000000000u), long(Ns % 1000000000u)};
  ::nanosleep(&Pause, nullptr);
}

uid_t FileSystem::effectiveUser() { return ::geteuid(); }

bool FileSystem::hasRaisedPrivileges() { return ompjit::hasRaisedPrivileges(); }

bool FileSystem::fillRandom(void *To, size_t Size) {
  return ::getrandom(To, Size, GRND_NONBLOCK) == ssize_t(Size);
}

uint64_t FileSystem::fileSizeLimit() {
  rlimit Limit;
  if (::getrlimit(RLIMIT_FSIZE, &Limit) != 0 || Limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  return Limit.rlim_cur;
}

FileSystem &FileSystem::system() {
  static FileSystem System;
  return System;
}
