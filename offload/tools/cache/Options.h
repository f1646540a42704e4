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
  std::string Key;    ///< Of explain: its first digits.
  /// Of export and import; of verify and warm if not empty.
  std::string Bundle;
  std::vector<std::string> Records, Programs, Archs; ///< Of warm.
  uint32_t Threads = 1;                              ///< The same.
  std::optional<uint64_t> ToBytes;                   ///< Of prune.
  bool Json = false;
  bool Removes = false; ///< Of verify: bad entries.

  /// An error names the argument and what would be right.
  static Result<Options> parse(ToolArguments);
};

std::string helpText();
std::string versionText();

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_OPTIONS_H
