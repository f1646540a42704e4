//===- ompjit/DeviceLink/DeviceCode.h - Device code inside host files -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the device code that clang embedded in a host file: OffloadBinary
// records in ELF sections of type SHT_LLVM_OFFLOADING, in the metadata form of
// bitcode inputs, or as a file of their own. Used by the linker wrapper's
// input scan (ompjit/DeviceLink/Inputs.h). Does not open files and does not
// look into archives.
//
// A record comes from a file that anybody may have damaged, so every offset in
// it is checked here; LLVM's own reader trusts them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_DEVICECODE_H
#define OMPJIT_DEVICELINK_DEVICECODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace ompjit::devicelink {

/// The device code of one translation unit for one target.
struct DeviceCode {
  std::string Source; ///< "a.o" or "liba.a(b.o)", for messages.
  std::string Triple;
  std::string Arch;     ///< "generic" or empty: the triple's lowest.
  std::string Features; ///< Extra target features that the record names.
  llvm::object::OffloadKind Producer = llvm::object::OFK_None;
  bool IsInstalled = false; ///< Belongs to the toolchain, and is trusted.
  /// Aligned as OffloadBinary requires; its name is Source.
  std::unique_ptr<llvm::MemoryBuffer> Image;

  bool isBitcode() const;
  bool isElf() const;
};

/// The device code in \p HostFile, in order; empty if there is none or if the
/// file is of a kind that cannot hold any. \p Source names it in messages.
llvm::Expected<std::vector<DeviceCode>>
extractDeviceCode(llvm::MemoryBufferRef HostFile, llvm::StringRef Source);

/// The record at the start of \p Bytes, or an error if it is damaged. \p
/// RecordSize receives the offset of the next record.
llvm::Expected<DeviceCode>
readRecord(llvm::StringRef Bytes, llvm::StringRef Source, uint64_t &RecordSize);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_DEVICECODE_H
