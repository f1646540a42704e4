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

/// A file, and what is said of it if it is plain bitcode; empty: what the
/// bitcode says.
struct Input {
  std::string File, Triple, Arch;
};

struct Options : ToolOptions {
  bool List = false;
  std::string Output;       ///< The fragment file; empty: none.
  std::string Header;       ///< The same bytes for C and C++; empty: none.
  std::string Array;        ///< The name of the header's array.
  std::string Triple, Arch; ///< Of the inputs that follow.
  std::string Unused;       ///< The last option that no input follows.
  std::vector<std::string> Entries; ///< Of LTO-IR whose names are not known.
  std::vector<Input> Inputs;

  void takeWord(std::string_view File) {
    Inputs.push_back({std::string(File), Triple, Arch});
    Unused.clear();
  }

  static Result<Options> parse(ToolArguments);
};

/// What --help prints.
std::string helpText();

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_OPTIONS_H
