//===- ompjit/Support/BuildId.h - The GNU build id of an ELF file ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A build id is a digest of a file's content that its linker has put into it.
// The compile service also has a source id, a digest of all sources that its
// images depend on, so that services for different hosts that were built from
// the same ones have the same (cmake/OmpJitSourceId.cmake). Reading an id costs
// two small reads, however large the file is, and does not load the file. The
// bytes are not trusted: every offset is checked.
//
// The engine identifies the compile service by its source id in cache keys, a
// compile server the service that it has opened. The device link identifies
// itself by its build id.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_BUILDID_H
#define OMPJIT_SUPPORT_BUILDID_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstdint>
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

/// The same for the source id. A file without one has its build id.
Result<std::string> readSourceId(const std::string &Path);
std::optional<std::string> findSourceId(ByteView Notes);
std::string sourceIdInMemory(const void *Address);

/// Name and type of the note with the source id.
inline constexpr char SourceIdNote[8] = "OMPJIT";
inline constexpr uint32_t SourceIdType = 1;

} // namespace ompjit

#endif // OMPJIT_SUPPORT_BUILDID_H
