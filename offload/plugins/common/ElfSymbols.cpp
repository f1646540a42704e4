//===- ElfSymbols.cpp - The names that a device image defines -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/ElfSymbols.h"

#include "ompjit/Plugins/Bytes.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <optional>

namespace ompjit::plugins {

namespace {

template <typename T>
std::optional<T> readAt(std::string_view Bytes, uint64_t Offset) {
  if (!isInside(Offset, sizeof(T), Bytes.size()))
    return std::nullopt;
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(Value));
  return Value;
}

std::optional<Elf64_Shdr> sectionAt(std::string_view Elf,
                                    const Elf64_Ehdr &Header, unsigned Index) {
  if (Index >= Header.e_shnum || Header.e_shoff > Elf.size())
    return std::nullopt;
  return readAt<Elf64_Shdr>(Elf, Header.e_shoff + Index * sizeof(Elf64_Shdr));
}

/// Returns nothing if the contents are outside of the file.
std::string_view contentsOf(std::string_view Elf,
                            const std::optional<Elf64_Shdr> &Section) {
  return Section && Section->sh_type != SHT_NOBITS &&
                 isInside(Section->sh_offset, Section->sh_size, Elf.size())
             ? Elf.substr(Section->sh_offset, Section->sh_size)
             : std::string_view();
}

/// Returns the empty string if there is no terminated name.
std::string_view nameAt(std::string_view Strings, uint64_t Offset) {
  if (Offset >= Strings.size())
    return {};
  const std::string_view Rest = Strings.substr(Offset);
  const size_t End = Rest.find('\0');
  return Rest.substr(0, End == std::string_view::npos ? 0 : End);
}

bool isExported(const Elf64_Sym &Symbol) {
  const unsigned Binding = ELF64_ST_BIND(Symbol.st_info),
                 Visibility = ELF64_ST_VISIBILITY(Symbol.st_other);
  return (Binding == STB_GLOBAL || Binding == STB_WEAK) &&
         (Visibility == STV_DEFAULT || Visibility == STV_PROTECTED);
}

void addTable(std::string_view Table, std::string_view Strings,
              std::vector<ElfSymbol> &Found) {
  while (const auto Symbol = readAt<Elf64_Sym>(Table, 0)) {
    Table.remove_prefix(sizeof(Elf64_Sym));
    if (Symbol->st_shndx == SHN_UNDEF)
      continue;
    if (const auto Name = nameAt(Strings, Symbol->st_name); !Name.empty())
      Found.push_back({Name, isExported(*Symbol)});
  }
}

} // namespace

std::vector<ElfSymbol> definedSymbols(std::string_view Elf) {
  std::vector<ElfSymbol> Found;
  const auto Header = readAt<Elf64_Ehdr>(Elf, 0);
  if (!Header)
    return Found;
  for (unsigned I = 0; I != Header->e_shnum; ++I)
    if (const auto Section = sectionAt(Elf, *Header, I);
        Section &&
        (Section->sh_type == SHT_SYMTAB || Section->sh_type == SHT_DYNSYM))
      addTable(contentsOf(Elf, Section),
               contentsOf(Elf, sectionAt(Elf, *Header, Section->sh_link)),
               Found);
  return Found;
}

std::string_view sectionNamed(std::string_view Elf, std::string_view Name) {
  const auto Header = readAt<Elf64_Ehdr>(Elf, 0);
  if (!Header)
    return {};
  const std::string_view Names =
      contentsOf(Elf, sectionAt(Elf, *Header, Header->e_shstrndx));
  for (unsigned I = 0; I != Header->e_shnum; ++I)
    if (const auto Section = sectionAt(Elf, *Header, I);
        Section && nameAt(Names, Section->sh_name) == Name)
      return contentsOf(Elf, Section);
  return {};
}

bool exportsSymbol(std::string_view Elf, std::string_view Name) {
  return std::ranges::any_of(definedSymbols(Elf), [&](const ElfSymbol &Each) {
    return Each.IsExported && Each.Name == Name;
  });
}

} // namespace ompjit::plugins
