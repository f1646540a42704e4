//===- Options.h - The command line of ompjit-device-info -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DEVICEINFO_OPTIONS_H
#define OMPJIT_TOOLS_DEVICEINFO_OPTIONS_H

#include "ompjit/Support/OptionTable.h"

#include <string>

namespace ompjit::deviceinfo {

struct Options : ToolOptions {
  std::string Folder; ///< Where plugins are; empty: beside libomptarget.so.
  bool Json = false;

  static Result<Options> parse(ToolArguments);
};

/// What --help prints.
std::string helpText();
/// What --version adds.
std::string interfaceText();

} // namespace ompjit::deviceinfo

#endif // OMPJIT_TOOLS_DEVICEINFO_OPTIONS_H
