//===- ImageSymbols.cpp - The names in a device image ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageSymbols.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <elf.h>

namespace ompjit::cuda {

namespace {

using Names = std::vector<std::string>;

void addOnce(Names &Found, std::string_view Name) {
  if (std::find(Found.begin(), Found.end(), Name) == Found.end())
    Found.emplace_back(Name);
}

//===----------------------------------------------------------------------===//
// Cubins
//===----------------------------------------------------------------------===//

template <typename T> T readAt(std::string_view Bytes, uint64_t Offset) {
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(Value));
  return Value;
}

Elf64_Shdr sectionAt(std::string_view Elf, const Elf64_Ehdr &Header,
                     unsigned Index) {
  return readAt<Elf64_Shdr>(Elf, Header.e_shoff + Index * sizeof(Elf64_Shdr));
}

std::string_view contentsOf(std::string_view Elf, const Elf64_Shdr &Section) {
  return Section.sh_type == SHT_NOBITS
             ? std::string_view()
             : Elf.substr(Section.sh_offset, Section.sh_size);
}

void listTable(std::string_view Table, std::string_view Strings,
               std::string_view Prefix, Names &Found) {
  for (; Table.size() >= sizeof(Elf64_Sym);
       Table.remove_prefix(sizeof(Elf64_Sym))) {
    const auto Symbol = readAt<Elf64_Sym>(Table, 0);
    if (Symbol.st_shndx == SHN_UNDEF || Symbol.st_name >= Strings.size())
      continue;
    std::string_view Name = Strings.substr(Symbol.st_name);
    Name = Name.substr(0, Name.find('\0'));
    if (Name.starts_with(Prefix))
      addOnce(Found, Name);
  }
}

Names listCubin(std::string_view Elf, std::string_view Prefix) {
  Names Found;
  const auto Header = readAt<Elf64_Ehdr>(Elf, 0);
  for (unsigned I = 0; I != Header.e_shnum; ++I) {
    const Elf64_Shdr Section = sectionAt(Elf, Header, I);
    if (Section.sh_type == SHT_SYMTAB && Section.sh_link < Header.e_shnum)
      listTable(contentsOf(Elf, Section),
                contentsOf(Elf, sectionAt(Elf, Header, Section.sh_link)),
                Prefix, Found);
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

bool isPartOfName(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$';
}

Names listPtx(std::string_view Text, std::string_view Prefix) {
  Names Found;
  for (size_t At = 0; (At = Text.find(Prefix, At)) != Text.npos;) {
    size_t End = At + Prefix.size();
    while (End != Text.size() && isPartOfName(Text[End]))
      ++End;
    if (At == 0 || !isPartOfName(Text[At - 1]))
      addOnce(Found, Text.substr(At, End - At));
    At = End;
  }
  return Found;
}

} // namespace

std::vector<std::string> symbolsWith(std::string_view Prefix, const void *Bytes,
                                     size_t Size, ImageKind Kind) {
  const std::string_view Image(static_cast<const char *>(Bytes), Size);
  return Kind == ImageKind::Cubin ? listCubin(Image, Prefix)
         : Kind == ImageKind::Ptx ? listPtx(Image, Prefix)
                                  : Names();
}

} // namespace ompjit::cuda
