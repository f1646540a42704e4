//===- Elf.cpp - The variables of a code object -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elf.h"

#include "ompjit/Plugins/Bytes.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

namespace ompjit::standin {

using plugins::isInside;

namespace {

template <typename T> T readAt(std::string_view Bytes, uint64_t Offset) {
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(Value));
  return Value;
}

class ElfReader {
public:
  explicit ElfReader(std::string_view Bytes)
      : Bytes(Bytes), Header(readAt<Elf64_Ehdr>(Bytes, 0)) {}

  std::vector<ElfVariable> variables() const {
    std::vector<ElfVariable> Found;
    for (unsigned I = 0; I != Header.e_shnum; ++I)
      if (const Elf64_Shdr Table = section(I); Table.sh_type == SHT_DYNSYM)
        addVariables(Table, Found);
    return Found;
  }

private:
  Elf64_Shdr section(unsigned Index) const {
    return readAt<Elf64_Shdr>(Bytes,
                              Header.e_shoff + Index * sizeof(Elf64_Shdr));
  }

  void addVariables(const Elf64_Shdr &Table,
                    std::vector<ElfVariable> &Found) const {
    if (Table.sh_link >= Header.e_shnum)
      return;
    const Elf64_Shdr Names = section(Table.sh_link);
    if (Names.sh_type != SHT_STRTAB)
      return;
    for (uint64_t At = 0; At + sizeof(Elf64_Sym) <= Table.sh_size;
         At += sizeof(Elf64_Sym)) {
      const auto Symbol = readAt<Elf64_Sym>(Bytes, Table.sh_offset + At);
      if (ELF64_ST_TYPE(Symbol.st_info) != STT_OBJECT ||
          Symbol.st_shndx == SHN_UNDEF || !Symbol.st_size ||
          Symbol.st_name >= Names.sh_size)
        continue;
      const std::string_view Rest =
          Bytes.substr(Names.sh_offset, Names.sh_size).substr(Symbol.st_name);
      Found.push_back({std::string(Rest.substr(0, Rest.find('\0'))),
                       Symbol.st_size,
                       contents(Symbol.st_value, Symbol.st_size)});
    }
  }

  /// Returns the bytes that the file has of the range.
  std::string_view contents(uint64_t Address, uint64_t Size) const {
    for (unsigned I = 0; I != Header.e_phnum; ++I) {
      const auto Segment =
          readAt<Elf64_Phdr>(Bytes, Header.e_phoff + I * sizeof(Elf64_Phdr));
      if (Segment.p_type != PT_LOAD || Address < Segment.p_vaddr)
        continue;
      const uint64_t Offset = Address - Segment.p_vaddr;
      if (!isInside(Offset, Size, Segment.p_memsz))
        continue;
      return Bytes.substr(Segment.p_offset, Segment.p_filesz)
          .substr(std::min(Offset, Segment.p_filesz))
          .substr(0, Size);
    }
    return "";
  }

  const std::string_view Bytes;
  const Elf64_Ehdr Header;
};

} // namespace

std::vector<ElfVariable> readVariables(std::string_view Elf) {
  return ElfReader(Elf).variables();
}

} // namespace ompjit::standin
