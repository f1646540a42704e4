//===- ArchiveMembers.h - The files in an archive -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For archives of the host and of devices, including thin ones. Private to the
// device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_ARCHIVEMEMBERS_H
#define OMPJIT_DEVICELINK_ARCHIVEMEMBERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Object/Archive.h"

#include <memory>
#include <string>

namespace ompjit::devicelink {

/// Calls \p Visit with each member of \p File and its name for messages,
/// "liba.a(b.o)", until a call fails. An error names the file.
///
/// \returns the archive, which may own the members' bytes.
llvm::Expected<std::unique_ptr<llvm::object::Archive>> visitMembers(
    llvm::MemoryBufferRef File,
    llvm::function_ref<llvm::Error(llvm::MemoryBufferRef, std::string)> Visit);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_ARCHIVEMEMBERS_H
