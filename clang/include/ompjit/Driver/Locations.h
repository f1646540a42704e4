//===- Locations.h - Where the driver finds its programs --------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folders that the driver works with: the packaged LLVM that compiles, and
// our own tree, which is found from the running program so that it can be moved
// as a whole. Used by the launcher (`clang`) and by the planner
// (`clang-offload-driver`); includes no LLVM header.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_LOCATIONS_H
#define OMPJIT_DRIVER_LOCATIONS_H

#include <string>
#include <string_view>

namespace ompjit::driver {

/// Absolute paths without a slash at the end. Immutable once made, so any
/// thread may read it.
struct Locations {
  /// The packaged LLVM's programs, e.g. /usr/lib/llvm-22/bin.
  std::string PackagedBin;
  /// Our tree: bin holds clang and clang-linker-wrapper, lib holds
  /// libomptarget, libexec/ompjit what only we call.
  std::string TreeBin;
  std::string TreeLib;
  std::string TreeLibexec;

  std::string packagedClang() const { return PackagedBin + "/clang"; }
  std::string packagedLinkerWrapper() const;
  std::string linkerWrapper() const;
  std::string planner() const;
};

/// The locations for a tree with the given root and a packaged LLVM with the
/// given root.
Locations locationsUnder(std::string_view TreeRoot, std::string_view LlvmRoot);

/// The locations for the running program, which lies in \p Folder below the
/// root of the tree: OMPJIT_BINDIR or OMPJIT_LIBEXECDIR. Nothing is assumed to
/// exist; \returns an empty TreeBin if the system does not tell the program's
/// path.
Locations locationsOfRunningProgram(std::string_view Folder);

/// The path under which the packaged clang is to believe it was started: its
/// folder and the name that the user called us by. Mode (`clang++`), target
/// (`aarch64-linux-gnu-clang`) and the prefix of diagnostics come from it.
std::string packagedProgramName(const Locations &Where,
                                std::string_view CalledAs);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_LOCATIONS_H
