//===- LibraryFile.h - A look at a library before it is loaded ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic linker maps as much of a library as its headers say. If the file
// is shorter, because a copy or an installation was interrupted, the first
// access to what is missing ends the program with SIGBUS, inside of dlopen. So
// the file of a library of ours is checked before it is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_LIBRARYFILE_H
#define OMPJIT_SUPPORT_LIBRARYFILE_H

#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/LoadedFile.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace ompjit {

/// Returns true if a 64-bit ELF file lacks its end, where linkers put the
/// section headers. Returns false for files that are not ELF files or cannot be
/// read; the dynamic linker reports those.
inline bool isCutOff(const std::string &Path) {
  struct Closer {
    void operator()(std::FILE *File) const { std::fclose(File); }
  };
  const std::unique_ptr<std::FILE, Closer> File(
      std::fopen(Path.c_str(), "rbe"));
  constexpr size_t HeaderSize = 64;
  char Header[HeaderSize];
  if (!File || std::fread(Header, 1, HeaderSize, File.get()) != HeaderSize ||
      ByteView(Header, 5) != ByteView("\177ELF\2", 5) ||
      std::fseek(File.get(), 0, SEEK_END) != 0)
    return false;
  const long Size = std::ftell(File.get());
  ByteReader Reader(ByteView(Header, HeaderSize));
  Reader.take(40);
  const auto TableOffset = Reader.read<uint64_t>();
  Reader.take(10);
  const auto EntrySize = Reader.read<uint16_t>();
  const auto NumEntries = Reader.read<uint16_t>();
  const uint64_t TableSize = uint64_t(EntrySize) * NumEntries;
  return Size >= 0 && (TableOffset > uint64_t(Size) ||
                       TableSize > uint64_t(Size) - TableOffset);
}

/// Returns the folder of the installation's libraries, for a program in the
/// installation's folder of programs.
inline std::string libraryFolderOfProgram() {
  return (std::filesystem::path(programFile()).parent_path() /
          OMPJIT_LIB_FROM_BIN)
      .lexically_normal();
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_LIBRARYFILE_H
