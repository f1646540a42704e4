//===- Options.h - The command line of ompjit-report ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_OPTIONS_H
#define OMPJIT_TOOLS_REPORT_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <string>
#include <vector>

namespace ompjit::report {

struct Options : ToolOptions {
  std::string Output;     ///< The page; empty: none.
  std::string DumpFolder; ///< Empty: the one that the traces name.
  bool Text = false;
  std::vector<std::string> Traces;

  static Result<Options> parse(ToolArguments);
};

/// What --help prints.
std::string helpText();

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_OPTIONS_H
