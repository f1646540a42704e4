//===- ompjit/Support/ChildProcess.h - Programs that a tool runs ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread-safe. The environment must not change meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_CHILDPROCESS_H
#define OMPJIT_SUPPORT_CHILDPROCESS_H

#include "ompjit/Support/Result.h"

#include <chrono>
#include <string>
#include <vector>

namespace ompjit {

struct ChildProcess {
  std::vector<std::string> Command; ///< The program's path comes first.
  /// "NAME=value": these are set, and all others are as they are here.
  std::vector<std::string> Variables;
  /// Takes both of its output streams; nothing can be read then. Empty: it has
  /// the streams of the caller.
  std::string OutputFile;
  /// It is killed afterwards, with what it started. 0: it is awaited for ever.
  std::chrono::milliseconds TimeLimit = std::chrono::seconds(120);

  /// Runs it to its end and returns its exit status. An error says that it
  /// could not be started, was killed, or died of a signal.
  Result<int> run() const;

  /// The same; an exit status other than 0 is also an error, and errors have
  /// the last lines of OutputFile.
  Status runWell() const;
};

/// Returns the end of a file, at most some lines; empty if it cannot be read.
std::string lastLines(const std::string &Path);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_CHILDPROCESS_H
