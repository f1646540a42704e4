//===- LibrarySymbols.h - Symbols of a shared library ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks single symbols up as the dynamic linker does, through the library's
// hash table, so that only a few pages of a library with thousands of symbols
// are read.
//
// Used by the link of images for the names' versions. Offsets and sizes in the
// file are checked: a damaged library defines nothing. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LIBRARYSYMBOLS_H
#define OMPJIT_BACKEND_LIBRARYSYMBOLS_H

#include "ompjit/Targets.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>

namespace ompjit {

struct LibrarySymbol {
  llvm::StringRef Version; ///< Empty: none. Lives as long as the library.
  unsigned char Type;      ///< STT_FUNC and its like.
};

class LibrarySymbols {
public:
  /// Fails if the file is not a shared object for \p Host with a hash table.
  static llvm::Expected<std::unique_ptr<LibrarySymbols>>
  open(const std::string &Path, const TargetTraits &Host);

  /// The definition that a link against the library would take.
  std::optional<LibrarySymbol> find(llvm::StringRef Name) const;

private:
  using Elf = llvm::object::ELF64LE;

  LibrarySymbols() = default;
  llvm::Error readTables(const TargetTraits &Host);
  template <typename T>
  llvm::ArrayRef<T> at(uint64_t Address, uint64_t Count) const;
  llvm::StringRef text(uint64_t Offset) const;
  bool mayDefine(uint32_t Hash) const;
  std::optional<LibrarySymbol> symbolAt(uint32_t Index,
                                        llvm::StringRef Name) const;
  llvm::StringRef versionName(unsigned Index) const;

  std::unique_ptr<llvm::MemoryBuffer> File;
  llvm::ArrayRef<Elf::Phdr> Segments;
  uint64_t Symbols = 0, Versions = 0, Definitions = 0;
  uint64_t NumDefinitions = 0;
  llvm::StringRef Strings;
  llvm::ArrayRef<Elf::Xword> Filter;
  llvm::ArrayRef<Elf::Word> Buckets;
  uint32_t FirstHashed = 0, FilterShift = 0;
  uint64_t Chains = 0; ///< The address of the hash values.
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_LIBRARYSYMBOLS_H
