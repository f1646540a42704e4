//===- Options.h - The command line of ompjit-tune ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_OPTIONS_H
#define OMPJIT_TOOLS_TUNE_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompjit::tune {

struct Options : ToolOptions {
  /// Recordings, folders of them, or a program with its arguments.
  std::vector<std::string> Words;
  std::string Output = "ompjit.profile";
  bool IntoCache = false;
  bool Json = false;
  uint32_t BudgetSeconds = 120;
  double MarginPercent = 3;
  uint32_t Launches = 10; ///< Of each kernel that are recorded.
  std::string Kernel;     ///< What a kernel's name contains; empty: anything.
  std::string Keep; ///< Folder for the recordings; empty: a temporary one.
  std::optional<uint32_t> Device; ///< None: the one of the recording.

  static Result<Options> parse(ToolArguments);
};

std::string helpText();

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_OPTIONS_H
