//===- InputSearch.h - The files that the host linker will read -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the files that a command line names, as ld does: libraries in the
// folders of -L, and the inputs that a linker script names in place of the
// script. Missing files are left to the host linker, which reports them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_INPUTSEARCH_H
#define OMPJIT_LINKERWRAPPER_INPUTSEARCH_H

#include "ompjit/DeviceLink/Inputs.h"

namespace ompjit::wrapper {

/// The state of ld that changes from argument to argument.
struct LinkerState {
  bool WholeArchive = false;
  devicelink::LibraryKind Libraries = devicelink::LibraryKind::Any;
};

/// An input as the command line or a linker script names it.
struct Mention {
  std::string Name;
  bool IsLibrary; ///< As after -l.
  bool InLib;     ///< Between --start-lib and --end-lib.
  LinkerState State;
};

class InputSearch {
public:
  InputSearch(std::vector<std::string> Directories, std::string Sysroot)
      : Directories(std::move(Directories)), Sysroot(std::move(Sysroot)) {}

  void add(const Mention &M);
  /// Returns all inputs except shared libraries.
  std::vector<devicelink::HostInput> takeInputs() { return std::move(Inputs); }
  std::vector<std::string> takeSharedLibraries() {
    return std::move(SharedLibraries);
  }
  /// Whether an input could not be found.
  bool lacksInputs() const { return LacksInputs; }

private:
  void addFile(const std::string &Path, const Mention &M);
  void addScript(const std::string &Path, const Mention &M);
  std::string besideScript(const std::string &Name,
                           llvm::StringRef Script) const;

  std::vector<std::string> Directories;
  std::string Sysroot;
  std::vector<devicelink::HostInput> Inputs;
  std::vector<std::string> SharedLibraries;
  bool LacksInputs = false;
  unsigned Depth = 0;
};

/// Whether \p Path holds bare OffloadBinary records, which no host linker can
/// read.
bool isBareDeviceCode(llvm::StringRef Path);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_INPUTSEARCH_H
