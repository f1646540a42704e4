//===- OffloadScan.h - May this command line offload? -----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions that `clang` asks before anything else. Planning a compilation
// needs parts of LLVM and Clang, which take some milliseconds to start; a
// command line that cannot offload goes to the packaged clang without them. The
// answer errs in one direction only: "yes" for a command line that turns out
// not to offload costs those milliseconds, but "no" for one that does would
// link the wrong runtime. So response and configuration files are searched as
// text, not parsed. Includes no LLVM header.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_OFFLOADSCAN_H
#define OMPJIT_DRIVER_OFFLOADSCAN_H

#include <span>
#include <string>
#include <string_view>

namespace ompjit::driver {

/// Everything that determines which options the packaged clang sees.
struct ScanInput {
  /// The arguments after the program name.
  std::span<const char *const> Arguments;
  /// CCC_OVERRIDE_OPTIONS, or null if it is not set.
  const char *OverrideOptions = nullptr;
  /// The folder in which clang looks for default configuration files
  /// (`<mode>.cfg`, `<triple>-<mode>.cfg`, ...): that of the packaged programs.
  std::string ConfigFolder;
};

/// Whether clang, started like this, might compile or link offloading code.
/// Reads response files and configuration files, and treats files that cannot
/// be read as clang does (a response file is then a plain argument).
bool mayOffload(const ScanInput &Input);

/// Whether \p Text, an argument or the text of an argument file, might hold an
/// offloading option or name a further argument file.
/// Returns whether an input may be one to compile: all others are for the
/// linker. Either answer leads to the same result, one of them sooner. \p
/// Arguments are those after the program name.
bool mayCompile(std::span<const char *const> Arguments);

bool textMayOffload(std::string_view Text);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_OFFLOADSCAN_H
