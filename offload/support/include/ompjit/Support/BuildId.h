//===- ompjit/Support/BuildId.h - The GNU build id of an ELF file ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build id is a digest of a file's content that its linker has put into it.
// Reading it costs two small reads, however large the file is, and does not
// load the file. The bytes are not trusted: every offset is checked.
//
// The engine identifies the compile service by it in cache keys, a compile
// server the service that it has opened, and the device link itself.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_BUILDID_H
#define OMPJIT_SUPPORT_BUILDID_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <optional>
#include <string>

namespace ompjit {

/// Returns the build id in lower-case hexadecimal digits. The error names the
/// file.
Result<std::string> readBuildId(const std::string &Path);

/// Looks for the build id in the bytes of a note segment.
std::optional<std::string> findBuildId(ByteView Notes);

/// Returns the build id of the library, or program, that is loaded at the
/// address; empty if there is none.
std::string buildIdInMemory(const void *Address);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_BUILDID_H
