//===- Options.h - The command line of ompjit-compile ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_COMPILE_OPTIONS_H
#define OMPJIT_TOOLS_COMPILE_OPTIONS_H

#include "ompjit/CompileService.h"
#include "ompjit/Support/OptionTable.h"

#include <string>
#include <vector>

namespace ompjit::compile {

struct Options : ToolOptions {
  std::string File;
  std::string Triple;             ///< Compile only packages for this triple;
                                  ///< empty: for any.
  std::vector<std::string> Archs; ///< Empty: the package's own.
  std::string Features;
  std::string Emulation; ///< As in ompjit_device_info.
  std::string Kernel; ///< Symbol or entry name; empty: all and the base image.
  std::vector<Fact> Facts;  ///< Ascending by name.
  std::string OutputFolder; ///< Empty: images are not written.
  uint32_t OptLevel = 3;
  Pipeline Passes = Pipeline::Auto;
  uint32_t Lanes = LanesAuto;
  uint64_t NontemporalBytes = NontemporalAuto;
  uint32_t Prefetch = PrefetchAuto;
  CodeTuning Tuned;
  bool WantsMachineCode = false;

  /// An error names the argument and says what would be right.
  static Result<Options> parse(ToolArguments);
};

std::string helpText();

} // namespace ompjit::compile

#endif // OMPJIT_TOOLS_COMPILE_OPTIONS_H
