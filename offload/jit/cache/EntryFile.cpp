//===- EntryFile.cpp - Opening and reading the file of an entry -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryFile.h"

#include "ompjit/Cache/Entry.h"

#include <cerrno>
#include <fcntl.h>

using namespace ompjit;
using namespace ompjit::cache;

/// Checks whether a file may be read at all. An entry that is evicted after it
/// was opened has no name left, but is good.
static LoadOutcome checkFile(FileSystem &Files, const struct stat &Info) {
  if (!S_ISREG(Info.st_mode))
    return LoadOutcome::NotRegular;
  if (Info.st_uid != Files.effectiveUser())
    return LoadOutcome::ForeignOwner;
  if (Info.st_mode & (S_IWGRP | S_IWOTH))
    return LoadOutcome::WritableByOthers;
  if (Info.st_nlink > 1)
    return LoadOutcome::Linked;
  if (uint64_t(Info.st_size) > MaxEntryBytes)
    return LoadOutcome::TooLarge;
  if (uint64_t(Info.st_size) < sizeof(EntryHeader))
    return LoadOutcome::Truncated;
  return LoadOutcome::Hit;
}

/// Returns whether the reason for which a file could not be opened is
/// permanent: it is a link or a socket, or there is no permission.
static bool isOfTheFile(int Reason) {
  return Reason == ELOOP || Reason == EACCES || Reason == EPERM ||
         Reason == ENXIO;
}

LoadOutcome cache::openEntry(FileSystem &Files, int Folder,
                             const std::string &Name, FileHandle &File,
                             struct stat &Info) {
  // O_NONBLOCK is set because opening a fifo of that name must not wait for a
  // writer.
  File = FileHandle(Files, Files.openAt(Folder, Name.c_str(),
                                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0));
  if (File)
    return Files.statFile(File.get(), Info) == 0 ? checkFile(Files, Info)
                                                 : LoadOutcome::IoError;
  if (errno == ENOENT)
    return LoadOutcome::Absent;
  if (!isOfTheFile(errno) || Files.statAt(Folder, Name.c_str(), Info) != 0)
    return LoadOutcome::IoError;
  const LoadOutcome Why = checkFile(Files, Info);
  return Why == LoadOutcome::Hit ? LoadOutcome::NotReadable : Why;
}

LoadOutcome cache::readBytes(FileSystem &Files, int File, char *To, size_t Size,
                             uint64_t Offset) {
  for (size_t Done = 0; Done != Size;) {
    ssize_t Step =
        Files.readAt(File, To + Done, Size - Done, off_t(Offset + Done));
    if (Step < 0 && errno == EINTR)
      continue;
    if (Step < 0)
      return LoadOutcome::IoError;
    if (Step == 0)
      return LoadOutcome::Truncated;
    Done += size_t(Step);
  }
  return LoadOutcome::Hit;
}

bool cache::writeBytes(FileSystem &Files, int File, ByteView Bytes,
                       off_t Offset) {
  for (size_t Done = 0; Done != Bytes.size();) {
    ssize_t Step = Files.writeAt(File, Bytes.data() + Done, Bytes.size() - Done,
                                 Offset + off_t(Done));
    if (Step < 0 && errno == EINTR)
      continue;
    if (Step == 0)
      errno = ENOSPC;
    if (Step <= 0)
      return false;
    Done += size_t(Step);
  }
  return true;
}
