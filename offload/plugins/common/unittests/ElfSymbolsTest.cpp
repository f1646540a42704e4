//===- ElfSymbolsTest.cpp - Tests of the names in an image ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/ElfSymbols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <string>

using namespace ompjit::plugins;
using testing::ElementsAre;
using testing::Field;

namespace {

/// Builds an image with one table of symbols.
class Image {
public:
  Image &add(const std::string &Name, unsigned Binding, unsigned Visibility,
             Elf64_Section DefinedIn = 1) {
    Elf64_Sym Symbol = {};
    Symbol.st_name = Elf64_Word(Strings.size());
    Symbol.st_info = ELF64_ST_INFO(Binding, STT_OBJECT);
    Symbol.st_other = uint8_t(Visibility);
    Symbol.st_shndx = DefinedIn;
    Table.append(reinterpret_cast<const char *>(&Symbol), sizeof(Symbol));
    Strings += Name + '\0';
    return *this;
  }
  std::string bytes(unsigned TableType = SHT_DYNSYM) const {
    Elf64_Ehdr Header = {};
    Header.e_shoff = sizeof(Header);
    Header.e_shnum = 3;
    Elf64_Shdr Sections[3] = {};
    Sections[1].sh_type = TableType;
    Sections[1].sh_link = 2;
    Sections[1].sh_offset = sizeof(Header) + sizeof(Sections);
    Sections[1].sh_size = Table.size();
    Sections[2].sh_type = SHT_STRTAB;
    Sections[2].sh_offset = Sections[1].sh_offset + Table.size();
    Sections[2].sh_size = Strings.size();
    std::string All(reinterpret_cast<const char *>(&Header), sizeof(Header));
    All.append(reinterpret_cast<const char *>(Sections), sizeof(Sections));
    return All + Table + Strings;
  }

private:
  std::string Table = std::string(sizeof(Elf64_Sym), '\0');
  std::string Strings = std::string(1, '\0');
};

Image sample() {
  return Image()
      .add("kernel.kd", STB_GLOBAL, STV_PROTECTED)
      .add("weak", STB_WEAK, STV_DEFAULT)
      .add("local", STB_LOCAL, STV_DEFAULT)
      .add("hidden", STB_GLOBAL, STV_HIDDEN)
      .add("elsewhere", STB_GLOBAL, STV_DEFAULT, SHN_UNDEF);
}

TEST(ElfSymbols, AreThoseThatTheImageDefines) {
  for (unsigned Type : {SHT_SYMTAB, SHT_DYNSYM}) {
    const std::string Bytes = sample().bytes(Type);
    EXPECT_THAT(definedSymbols(Bytes),
                ElementsAre(Field(&ElfSymbol::Name, "kernel.kd"),
                            Field(&ElfSymbol::Name, "weak"),
                            Field(&ElfSymbol::Name, "local"),
                            Field(&ElfSymbol::Name, "hidden")));
  }
}

TEST(ElfSymbols, AreExportedOrNot) {
  const std::string Bytes = sample().bytes();
  EXPECT_TRUE(exportsSymbol(Bytes, "kernel.kd"));
  EXPECT_TRUE(exportsSymbol(Bytes, "weak"));
  for (const char *Name : {"local", "hidden", "elsewhere", "kernel", "", "x"})
    EXPECT_FALSE(exportsSymbol(Bytes, Name)) << Name;
}

TEST(ElfSymbols, OfDamagedImagesAreNone) {
  const std::string Whole = sample().bytes();
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    // The test uses a copy of its own, so that a sanitizer sees a read past the
    // end.
    const std::vector<char> Cut(Whole.begin(), Whole.begin() + long(Size));
    EXPECT_LE(definedSymbols({Cut.data(), Cut.size()}).size(), 4u) << Size;
  }
  for (size_t At = 0; At != Whole.size(); ++At) {
    std::vector<char> Damaged(Whole.begin(), Whole.end());
    Damaged[At] = char(Damaged[At] ^ 0xff);
    EXPECT_LE(definedSymbols({Damaged.data(), Damaged.size()}).size(), 5u)
        << At;
  }
}

} // namespace
