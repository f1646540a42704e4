//===- TemporaryFolder.h - Files that are gone in any case ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvlink wants its inputs as files with names, and a process that is killed
// removes none. So a child process of its own session does the removing, when
// the pipe to its parent breaks, for whatever reason. Private to the back end.
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

/// The folder for temporary files: none that a variable names in programs with
/// privileges that their caller has not.
std::string temporaryRoot();

/// Writes a file of a temporary folder.
llvm::Error writeTemporary(const std::string &Path, llvm::StringRef Content);

/// A new folder with a file for each content. Both go away with the object, and
/// when the process ends.
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
  int Socket = -1; ///< Our end.
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_TEMPORARYFOLDER_H
