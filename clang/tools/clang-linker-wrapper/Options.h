//===- Options.h - The command line of the linker wrapper -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts a command line into what is for the wrapper, and what is for the host
// linker and passed on unchanged. On the way it notes what ld would read, by
// ld's rules for the state that holds where an input stands.
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
  /// Of the process before this one, which only examines inputs; see
  /// CrashGuard.h.
  std::string WhatHappened;

  // Read from what the host linker gets.
  bool Relocatable = false;
  bool Shared = false;
  bool ExportsDynamic = false; ///< Of an executable.
  std::string Output = "a.out";
  std::string TempStem; ///< What names of --save-temps begin with.
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
