//===- RecordingFiles.h - The files of a recording ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates files that must not exist yet and forgets them where something goes
// wrong: whatever happens, no earlier recording is overwritten and no half of
// one stays.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RECORD_RECORDINGFILES_H
#define OMPJIT_LIBOMPTARGET_RECORD_RECORDINGFILES_H

#include "ompjit/Recording.h"
#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/Result.h"

#include <string>

namespace ompjit {

/// Keeps the signal that a write beyond the limit of file sizes raises from
/// ending the program, on this thread; write() fails instead.
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

  /// False where a file of that name is there already.
  Result<bool> create();
  Status write(ByteView Bytes);
  /// Closes the file, which stays; some file systems report only now that the
  /// disk is full.
  Status keep();
  /// The same, under another name, whose file is replaced if there is one.
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
