//===- ompjit/DeviceLink/Libraries.h - Device libraries of a link ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries that the device link gets by options -l of its own, such as the
// OpenMP device runtime: archives whose members are device code for one triple.
// A member is linked if something needs one of its symbols.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LIBRARIES_H
#define OMPJIT_DEVICELINK_LIBRARIES_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

namespace ompjit::devicelink {

/// Returns the members that \p Group needs of the libraries in \p Options, in
/// the order in which they are to follow its own code. Each library is searched
/// for in the options' folders, in those of LIBRARY_PATH, then in \p
/// OwnFolders, which hold the toolchain's libraries, and in \p UsualFolders. A
/// library that is not found is an error.
llvm::Expected<std::vector<DeviceCode>>
neededLibraryCode(const DeviceGroup &Group, const LinkConfig &Options,
                  llvm::ArrayRef<std::string> OwnFolders,
                  llvm::ArrayRef<std::string> UsualFolders);

/// Returns the members that \p Group needs of \p Library, an archive that
/// belongs to the toolchain.
llvm::Expected<std::vector<DeviceCode>>
neededCodeOf(const DeviceGroup &Group, llvm::MemoryBufferRef Library);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LIBRARIES_H
