//===- LibraryFile.h - A look at a library before it is loaded ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic linker maps a library as large as its headers say. Where the file
// is shorter, because a copy or an installation was broken off, the first use
// of what is missing ends the program with SIGBUS, inside of dlopen. So whoever
// loads a library of ours looks at the file first.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_LIBRARYFILE_H
#define OMPJIT_SUPPORT_LIBRARYFILE_H

#include "ompjit/Support/Bytes.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace ompjit {

/// Whether the file is a 64-bit ELF file without its end. A linker puts the
/// section headers there. False for what is no ELF file or cannot be read: the
/// dynamic linker says why.
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

/// Where the tree's libraries are, for a program among its others.
inline std::string libraryFolderOfProgram() {
  std::error_code Ignored;
  return (std::filesystem::read_symlink("/proc/self/exe", Ignored)
              .parent_path() /
          OMPJIT_LIB_FROM_BIN)
      .lexically_normal();
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_LIBRARYFILE_H
