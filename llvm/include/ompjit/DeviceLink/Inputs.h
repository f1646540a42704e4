//===- ompjit/DeviceLink/Inputs.h - The device code of a host link --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which device code takes part in a link: that of all objects on the
// command line, and of those members of archives that the host link or a device
// link needs. A member is taken if
//   - it defines a device symbol that the device link of its target lacks, or -
//   the host link will take it, because its kernels are registered then, or -
//   its architecture is one that is always to be extracted.
// Archives are searched without regard to their order, so that at least those
// members are taken that any host linker takes; a superfluous kernel costs
// space, and a program that lacks one does not work.
//
// Shared libraries are ignored: they register their own device code.
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
  std::vector<std::string> HostUndefined; ///< Symbols of `ld -u` and `ld -e`.
};

/// Returns the device code of a link, in link order. An error names the file.
llvm::Expected<std::vector<DeviceCode>>
collectDeviceCode(llvm::ArrayRef<HostInput> Inputs,
                  const CollectOptions &Options);

/// Returns the first of \p Inputs that defines \p Name for the host, or "".
/// Only for messages, as it reads all inputs again.
std::string hostDefinition(llvm::ArrayRef<HostInput> Inputs,
                           llvm::StringRef Name);

enum class LibraryKind { Any, StaticOnly };

/// Returns the file that ld finds for `-l<Name>`, or nothing if there is none,
/// which ld will report. ":file" asks for the file of exactly that name. A
/// directory that begins with "=" or "$SYSROOT" is in \p Sysroot.
std::optional<std::string> findLibrary(llvm::StringRef Name,
                                       llvm::ArrayRef<std::string> Directories,
                                       llvm::StringRef Sysroot,
                                       LibraryKind Kind);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_INPUTS_H
