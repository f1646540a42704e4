//===- RecordingFiles.h - The files of a recording ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates files that must not exist yet, and removes them if something goes
// wrong: in no case is an earlier recording overwritten or an incomplete one
// left behind.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RECORD_RECORDINGFILES_H
#define OMPJIT_LIBOMPTARGET_RECORD_RECORDINGFILES_H

#include "ompjit/Recording.h"
#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/Result.h"

#include <string>

namespace ompjit {

/// Suppresses, on this thread, the signal that a write beyond the limit of file
/// sizes raises; write() fails instead.
class FileLimitGuard {
public:
  FileLimitGuard();
  ~FileLimitGuard();
  FileLimitGuard(const FileLimitGuard &) = delete;
  FileLimitGuard &operator=(const FileLimitGuard &) = delete;

private:
  bool WasBlocked = false;
};

/// A file that this object creates, and removes unless keep() was called.
class NewFile {
public:
  explicit NewFile(std::string Path) : Path(std::move(Path)) {}
  ~NewFile();
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;

  /// Returns false if a file of that name exists already.
  Result<bool> create();
  Status write(ByteView Bytes);
  /// Closes the file and keeps it; some file systems report only now that the
  /// disk is full.
  Status keep();
  /// The same under another name; replaces a file of that name.
  Status keepAs(const std::string &NewPath);

  /// Size and checksum of what was written.
  recording::File describe(std::string Name) const {
    return {std::move(Name), Bytes, Sum.value()};
  }

private:
  Error fail(const char *What) const;

  const std::string Path;
  int Descriptor = -1;
  bool IsOurs = false;
  uint64_t Bytes = 0;
  ChecksumStream Sum;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RECORD_RECORDINGFILES_H
