//===- Process.h - Programs that ompjit-doctor runs -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DOCTOR_PROCESS_H
#define OMPJIT_TOOLS_DOCTOR_PROCESS_H

#include "ompjit/Support/Result.h"

#include <string>
#include <vector>

namespace ompjit::doctor {

struct Process {
  std::vector<std::string> Command; ///< The program's path comes first.
  /// "NAME=value": these are set, and all others are as they are here.
  std::vector<std::string> Variables;
  std::string OutputFile; ///< Takes both of its output streams.
};

/// Runs it to its end. An error says how it ended otherwise than with status 0,
/// or that it was killed after two minutes, and what it printed last.
Status run(const Process &);

/// Returns the end of a file, at most some lines; empty if it cannot be read.
std::string lastLines(const std::string &Path);

} // namespace ompjit::doctor

#endif // OMPJIT_TOOLS_DOCTOR_PROCESS_H
