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
// (`clang-offload-driver` and `-compiler`); includes no LLVM header.
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
  /// Our tree: bin holds clang, flang and clang-linker-wrapper, lib holds
  /// libomptarget, and libexec/ompjit holds programs that only we call.
  std::string TreeBin;
  std::string TreeLib;
  std::string TreeLibexec;

  /// The packaged compiler for who was called by this name: flang or clang.
  std::string packagedCompiler(std::string_view CalledAs) const;
  std::string packagedLinkerWrapper() const;
  std::string linkerWrapper() const;
  std::string planner() const;
  /// The planner that also compiles.
  std::string compiler() const;
};

/// Returns the locations for a tree and a packaged LLVM with the given roots.
Locations locationsUnder(std::string_view TreeRoot, std::string_view LlvmRoot);

/// Returns the locations for the running program, which is in \p Folder below
/// the root of the tree: OMPJIT_BINDIR or OMPJIT_LIBEXECDIR. Does not check
/// that they exist. TreeBin is empty if the system does not tell the program's
/// path.
Locations locationsOfRunningProgram(std::string_view Folder);

/// Returns whether a program called by this name compiles Fortran: flang,
/// flang-22, x86_64-linux-gnu-flang.
bool isFlang(std::string_view CalledAs);

/// Returns the name of a program in messages, which is that of its file.
std::string_view programName(std::string_view CalledAs);

/// Returns the path that the packaged compiler gets as its own: its folder and
/// the name by which the user called us. Mode (`clang++`), target
/// (`aarch64-linux-gnu-clang`) and the prefix of diagnostics come from it.
std::string packagedProgramName(const Locations &Paths,
                                std::string_view CalledAs);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_LOCATIONS_H
