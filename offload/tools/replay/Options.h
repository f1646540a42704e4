//===- Options.h - The command line of ompjit-kernel-replay ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPLAY_OPTIONS_H
#define OMPJIT_TOOLS_REPLAY_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ompjit::replay {

struct Options : ToolOptions {
  std::string Descriptor;
  std::optional<uint32_t> Device;     ///< None: as recorded.
  std::optional<uint32_t> NumTeams;   ///< None: as recorded.
  std::optional<uint32_t> NumThreads; ///< None: as recorded.
  uint32_t Repeat = 1;
  bool AllowChanges = false;
  bool Compare = true;
  bool AllowRounding = false;
  std::string Figures;    ///< Empty: not wanted.
  std::string OutputFile; ///< Empty: the output is not kept.

  static Result<Options> parse(ToolArguments);
};

std::string helpText();

} // namespace ompjit::replay

#endif // OMPJIT_TOOLS_REPLAY_OPTIONS_H
