//===- Options.h - The command line of ompjit-matrix ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_MATRIX_OPTIONS_H
#define OMPJIT_TOOLS_MATRIX_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <string>

namespace ompjit::matrix {

struct Options : ToolOptions {
  std::string File; ///< Empty: the standard input.
  bool WarnUnused = true;
  bool WarnUsed = true;
  bool WarnNoString = true;

  static Result<Options> parse(ToolArguments);
};

/// What --help prints.
std::string helpText();

} // namespace ompjit::matrix

#endif // OMPJIT_TOOLS_MATRIX_OPTIONS_H
