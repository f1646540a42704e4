//===- Options.h - The command line of ompjit-fragment --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_OPTIONS_H
#define OMPJIT_TOOLS_FRAGMENT_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <string>
#include <vector>

namespace ompjit::fragment {

struct Options : ToolOptions {
  bool List = false;
  std::string Output; ///< The fragment file; empty: none.
  std::string Header; ///< The same bytes for C and C++; empty: none.
  std::string Array;  ///< The name of the header's array.
  /// Of inputs that are plain bitcode or LTO-IR; empty: what they say.
  std::string Triple, Arch;
  std::vector<std::string> Entries; ///< Of LTO-IR whose names are not known.
  std::vector<std::string> Inputs;

  static Result<Options> parse(ToolArguments);
};

/// What --help prints.
std::string helpText();

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_OPTIONS_H
