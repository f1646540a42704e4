//===- ompjit/Cache/WholeFile.h - Files that are complete or absent -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statistics, dumps and bundles go to a file that the user names. A regular
// file of that name is replaced when the new one is complete, by a rename;
// anything else, such as a device, a pipe or a link, stays what it is and is
// written to.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_WHOLEFILE_H
#define OMPJIT_CACHE_WHOLEFILE_H

#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Support/Result.h"

#include <string>

namespace ompjit::cache {

/// Writes such a file. The destructor removes it if finish() was not called or
/// failed. Not thread-safe.
class WholeFile {
public:
  /// Everybody may read the file as far as the process's umask permits. An
  /// error names the file.
  static Result<WholeFile> create(const std::string &Path,
                                  FileSystem & = FileSystem::system());
  WholeFile(WholeFile &&) noexcept = default;
  ~WholeFile();

  /// The descriptor to write to; see openForOutput() for files that are written
  /// in place.
  int file() const { return File.get(); }
  /// Closes the file and gives it its name. Reports write errors that some file
  /// systems tell only here.
  Status finish();
  /// Makes an error of errno: "cannot write <path>: ...".
  Error failure() const;

private:
  WholeFile(FileSystem &Files, FileHandle File, std::string Path,
            std::string Temporary)
      : Files(&Files), File(std::move(File)), Path(std::move(Path)),
        Temporary(std::move(Temporary)) {}

  FileSystem *Files;
  FileHandle File;
  std::string Path;
  std::string Temporary; ///< Empty if the file is written in place.
};

/// Writes all of \p Content. A pipe that nobody reads any more is an error, not
/// a signal.
Status writeFileWhole(const std::string &Path, const std::string &Content);

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_WHOLEFILE_H
