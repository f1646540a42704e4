//===- Options.h - The command line of ompjit-doctor ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DOCTOR_OPTIONS_H
#define OMPJIT_TOOLS_DOCTOR_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <string>

namespace ompjit::doctor {

struct Options : ToolOptions {
  bool Json = false;
  bool IsQuick = false; ///< Nothing is compiled and run.

  static Result<Options> parse(ToolArguments);
};

/// What --help prints.
std::string helpText();

} // namespace ompjit::doctor

#endif // OMPJIT_TOOLS_DOCTOR_OPTIONS_H
