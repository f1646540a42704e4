//===- Options.h - The command line of omp-jit-cache ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_OPTIONS_H
#define OMPJIT_TOOLS_CACHE_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ompjit::cachetool {

enum class Command {
  Stats,
  List,
  Explain,
  Verify,
  Prune,
  Clear,
  Export,
  Import,
  Warm
};

struct Options : ToolOptions {
  Command What = Command::Stats;
  std::string Folder; ///< Empty: the one that programs use.
  std::string Key;    ///< For explain: the first digits of the key.
  /// For export and import; for verify and warm if not empty.
  std::string Bundle;
  std::vector<std::string> Records, Programs, Archs; ///< For warm.
  uint32_t Threads = 1;                              ///< For warm.
  std::optional<uint64_t> ToBytes;                   ///< For prune.
  bool Json = false;
  bool Removes = false; ///< For verify: remove bad entries.

  /// An error names the argument and says what would be right.
  static Result<Options> parse(ToolArguments);
};

std::string helpText();

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_OPTIONS_H
