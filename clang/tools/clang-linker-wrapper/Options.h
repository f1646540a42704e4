//===- Options.h - The command line of the linker wrapper -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits a command line into arguments for the wrapper and arguments for the
// host linker, which are passed on unchanged. Also collects the inputs that ld
// would read, by ld's rules for the options that are in effect at each input.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_OPTIONS_H
#define OMPJIT_LINKERWRAPPER_OPTIONS_H

#include "ompjit/DeviceLink/Inputs.h"

#include <string>
#include <vector>

namespace ompjit::wrapper {

struct CommandLine {
  // For the wrapper.
  std::string HostTriple;
  std::string LinkerPath;
  std::vector<std::string> DeviceCompilerArgs; ///< "[triple=]argument".
  std::vector<std::string> DeviceLinkerArgs;   ///< "[triple=]argument".
  std::vector<std::string> LlvmArgs;
  std::vector<std::string> AlwaysExtract;
  std::vector<std::string> OverrideImages; ///< "kind=file".
  std::string Jobs;
  std::string TimeTraceFile;           ///< Empty: no time trace.
  unsigned TimeTraceGranularity = 500; ///< Microseconds.
  bool EmbedBitcode = false;
  bool DryRun = false;
  bool Verbose = false;
  bool SaveTemps = false;
  bool PrintWrappedModule = false;
  bool Help = false;
  bool Version = false;
  /// What happened in the previous process; this one then only examines inputs,
  /// see CrashGuard.h.
  std::string WhatHappened;

  // From the host linker's arguments.
  bool Relocatable = false;
  bool Shared = false;
  bool ExportsDynamic = false; ///< Of an executable.
  std::string Output = "a.out";
  std::string TempStem; ///< Prefix of the files of --save-temps.
  std::vector<std::string> HostUndefined;
  std::vector<devicelink::HostInput> Inputs; ///< Files that exist.
  std::vector<std::string> SharedLibraries;
  bool LacksInputs = false;                ///< The host linker will report it.
  std::vector<std::string> LibraryFolders; ///< -rpath, -rpath-link, -L.

  std::vector<std::string> LinkerArguments; ///< Without the linker itself.
};

llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> Arguments);

/// The text of --help.
std::string helpText();

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_OPTIONS_H
