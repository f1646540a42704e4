//===- TemporaryFolder.h - Files that are removed in any case -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvlink needs its inputs as files with names, and a process that is killed
// removes none. So a child process in its own session removes them when the
// connection to its parent breaks, for whatever reason. Private to the back
// end.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_TEMPORARYFOLDER_H
#define OMPJIT_BACKEND_TEMPORARYFOLDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ompjit {

/// Returns the folder for temporary files. Ignores variables in programs with
/// privileges that their caller does not have.
std::string temporaryRoot();

/// Writes a file in a temporary folder.
llvm::Error writeTemporary(const std::string &Path, llvm::StringRef Content);

/// A new folder with a file for each content. Both are removed with the object,
/// or when the process ends.
class TemporaryFolder {
public:
  static llvm::Expected<std::unique_ptr<TemporaryFolder>>
  create(llvm::ArrayRef<llvm::StringRef> Contents, llvm::StringRef Extension);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// The files' paths, in the order of the contents.
  const std::vector<std::string> &files() const { return Files; }

private:
  TemporaryFolder() = default;
  llvm::Error startRemover();
  [[noreturn]] void removeAtEndOf(int Socket) const;

  std::string Path;
  std::vector<std::string> Files;
  pid_t Remover = -1;
  int Socket = -1; ///< Our end of the connection.
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_TEMPORARYFOLDER_H
