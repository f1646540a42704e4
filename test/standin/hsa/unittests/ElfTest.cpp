//===- ElfTest.cpp - The variables of a code object ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elf.h"

#include <gtest/gtest.h>

#include <elf.h>
#include <string>

using namespace ompjit::standin;

namespace {

template <typename T> void append(std::string &To, const T &What) {
  To.append(reinterpret_cast<const char *>(&What), sizeof(What));
}

/// A segment of 8 bytes in the file and 24 in memory, and symbols in it.
struct ElfBuilder {
  std::vector<Elf64_Sym> Symbols = {{}};
  std::string Names = std::string(1, '\0');

  void add(const char *Name, uint64_t Address, uint64_t Size,
           uint16_t Section = 1) {
    Elf64_Sym New = {};
    New.st_name = uint32_t(Names.size());
    New.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    New.st_shndx = Section;
    New.st_value = Address;
    New.st_size = Size;
    Symbols.push_back(New);
    Names += std::string(Name) + '\0';
  }

  std::string build() const {
    constexpr size_t Data = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
    const size_t Table = Data + 8;
    const size_t Strings = Table + Symbols.size() * sizeof(Elf64_Sym);
    Elf64_Ehdr Header = {};
    Header.e_phoff = sizeof(Header);
    Header.e_phnum = 1;
    Header.e_shoff = Strings + Names.size();
    Header.e_shnum = 3;
    Elf64_Phdr Segment = {};
    Segment.p_type = PT_LOAD;
    Segment.p_offset = Data;
    Segment.p_vaddr = 0x1000;
    Segment.p_filesz = 8;
    Segment.p_memsz = 24;
    Elf64_Shdr Sections[3] = {};
    Sections[1].sh_type = SHT_DYNSYM;
    Sections[1].sh_offset = Table;
    Sections[1].sh_size = Strings - Table;
    Sections[1].sh_link = 2;
    Sections[2].sh_type = SHT_STRTAB;
    Sections[2].sh_offset = Strings;
    Sections[2].sh_size = Names.size();
    std::string Elf;
    append(Elf, Header);
    append(Elf, Segment);
    Elf += "contents";
    for (const Elf64_Sym &Each : Symbols)
      append(Elf, Each);
    Elf += Names;
    append(Elf, Sections);
    return Elf;
  }
};

TEST(ElfTest, VariablesHaveTheirContents) {
  ElfBuilder Elf;
  Elf.add("first", 0x1000, 4);
  Elf.add("half", 0x1006, 6);
  Elf.add("zeros", 0x1010, 8);
  Elf.add("elsewhere", 0x1014, 8);
  Elf.add("undefined", 0, 4, SHN_UNDEF);
  const std::string Bytes = Elf.build();
  const std::vector<ElfVariable> Found = readVariables(Bytes);
  ASSERT_EQ(Found.size(), 4u);
  EXPECT_EQ(Found[0].Name, "first");
  EXPECT_EQ(Found[0].Bytes, 4u);
  EXPECT_EQ(Found[0].Contents, "cont");
  EXPECT_EQ(Found[1].Contents, "ts");
  EXPECT_EQ(Found[1].Bytes, 6u);
  EXPECT_EQ(Found[2].Contents, "");
  // Not wholly in a segment.
  EXPECT_EQ(Found[3].Contents, "");
}

TEST(ElfTest, NamesEndWithTheirTable) {
  ElfBuilder Elf;
  Elf.add("cut", 0x1000, 4);
  Elf.Names.resize(Elf.Names.size() - 2);
  EXPECT_EQ(readVariables(Elf.build()).at(0).Name, "cu");
  Elf.Symbols[1].st_name = 1000;
  EXPECT_TRUE(readVariables(Elf.build()).empty());
}

} // namespace
