//===- ompjit/DeviceLink/Inputs.h - The device code of a host link --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which device code takes part in a link: all of the objects on the
// command line, and of an archive the members that either link needs. A member
// is taken when
//   - it defines a device symbol that the device link of its target lacks, or
//   - the host link will take it, for its kernels are registered then, or
//   - its architecture is one that shall always be extracted.
// Archives are searched without regard to their order, so what is taken for
// the host is at least what any linker takes; a kernel too many costs space,
// one too few costs the program.
//
// Shared libraries are left alone: they register their own device code.
//
// Used by the linker wrapper. Reads files, writes none.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_INPUTS_H
#define OMPJIT_DEVICELINK_INPUTS_H

#include "ompjit/DeviceLink/DeviceCode.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace ompjit::devicelink {

/// One input file of the host link.
struct HostInput {
  std::string Path;
  bool WholeArchive = false; ///< Take all members of an archive.
  bool Lazy = false;         ///< Treat an object as an archive member.
};

struct CollectOptions {
  std::vector<std::string> AlwaysExtract; ///< Architectures.
  std::vector<std::string> HostUndefined; ///< As `ld -u` and `ld -e` give.
};

/// The device code of a link, in link order. An error names the file.
llvm::Expected<std::vector<DeviceCode>>
collectDeviceCode(llvm::ArrayRef<HostInput> Inputs,
                  const CollectOptions &Options);

/// The first of \p Inputs that defines \p Name for the host, or "".
/// For messages: reads everything again.
std::string hostDefinition(llvm::ArrayRef<HostInput> Inputs,
                           llvm::StringRef Name);

enum class LibraryKind { Any, StaticOnly };

/// The file that `-l<Name>` means to ld, where ":file" asks for that very
/// file. A directory that begins with "=" or "$SYSROOT" lies in \p Sysroot.
/// None if there is none; ld will say so.
std::optional<std::string> findLibrary(llvm::StringRef Name,
                                       llvm::ArrayRef<std::string> Directories,
                                       llvm::StringRef Sysroot,
                                       LibraryKind Kind);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_INPUTS_H
