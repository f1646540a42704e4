//===- ompjit/Support/WorkFolder.h - A folder for a tool's files ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_WORKFOLDER_H
#define OMPJIT_SUPPORT_WORKFOLDER_H

#include "ompjit/Support/ProgramEnvironment.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace ompjit {

/// A new folder in TMPDIR or /tmp, which is removed with all that is in it.
class WorkFolder {
public:
  /// \p Name, the tool's, begins the folder's. If it cannot be made, errno says
  /// why.
  explicit WorkFolder(const std::string &Name) {
    const char *Chosen = programVariable("TMPDIR");
    Path = (Chosen && *Chosen ? Chosen : "/tmp");
    Path += "/" + Name + "-XXXXXX";
    IsMade = ::mkdtemp(Path.data()) != nullptr;
  }
  ~WorkFolder() {
    std::error_code Ignored;
    if (IsMade)
      std::filesystem::remove_all(Path, Ignored);
  }
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;

  std::string Path;
  bool IsMade;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_WORKFOLDER_H
