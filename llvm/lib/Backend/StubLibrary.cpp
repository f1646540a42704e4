//===- StubLibrary.cpp - A library with the symbols of one link -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StubLibrary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ELF.h"

#include <cstring>

using namespace llvm;

namespace ompjit {

namespace {

using Elf = object::ELF64LE;

/// A table of strings; offset 0 is the empty one.
class Texts {
public:
  uint32_t add(StringRef Text) {
    auto [At, IsNew] = Offsets.try_emplace(Text, uint32_t(Bytes.size()));
    if (IsNew)
      Bytes.append(Text.begin(), Text.end()).push_back('\0');
    return At->second;
  }
  const std::string &bytes() const { return Bytes; }

private:
  StringMap<uint32_t> Offsets = {{"", 0}};
  std::string Bytes = std::string(1, '\0');
};

template <typename T> void append(std::string &Bytes, const T &Record) {
  Bytes.append(reinterpret_cast<const char *>(&Record), sizeof(Record));
}

/// The sections that a linker reads, in the order of the file.
enum Section : unsigned {
  NoSection,
  SymbolTable,
  StringTable,
  SymbolVersions,
  VersionDefinitions,
  Dynamic,
  SectionNames,
  NumSections
};

class Stub {
public:
  Stub(StringRef SoName, ArrayRef<StubSymbol> Symbols, uint16_t ElfMachine)
      : SoName(SoName), Symbols(Symbols), ElfMachine(ElfMachine) {}

  std::string write() {
    addVersions();
    addSymbols();
    addDynamic();
    Content[StringTable] = Strings.bytes();
    return layOut();
  }

private:
  void addVersions();
  void addVersion(StringRef Name, unsigned Index, unsigned Flags, bool IsLast);
  void addSymbols();
  void addDynamic();
  std::string layOut();
  Elf::Shdr header(unsigned Index, uint64_t Offset);

  const StringRef SoName;
  const ArrayRef<StubSymbol> Symbols;
  const uint16_t ElfMachine;
  Texts Strings;
  StringMap<unsigned> VersionIndex; ///< Index of each version in the table of
                                    ///< versions.
  std::string Content[NumSections];
};

constexpr unsigned FirstVersion = ELF::VER_NDX_GLOBAL + 1;

} // namespace

/// Adds the versions. The first definition is that of the library itself.
void Stub::addVersions() {
  SmallVector<StringRef> Names;
  for (const StubSymbol &Each : Symbols)
    if (!Each.Version.empty() &&
        VersionIndex.try_emplace(Each.Version, FirstVersion + Names.size())
            .second)
      Names.push_back(Each.Version);
  addVersion(SoName, ELF::VER_NDX_GLOBAL, ELF::VER_FLG_BASE, Names.empty());
  for (auto [I, Name] : enumerate(Names))
    addVersion(Name, FirstVersion + unsigned(I), 0, I + 1 == Names.size());
}

void Stub::addVersion(StringRef Name, unsigned Index, unsigned Flags,
                      bool IsLast) {
  Elf::Verdef Definition = {};
  Definition.vd_version = ELF::VER_DEF_CURRENT;
  Definition.vd_flags = uint16_t(Flags);
  Definition.vd_ndx = uint16_t(Index);
  Definition.vd_cnt = 1;
  Definition.vd_hash = object::hashSysV(Name);
  Definition.vd_aux = sizeof(Elf::Verdef);
  Definition.vd_next = IsLast ? 0 : sizeof(Elf::Verdef) + sizeof(Elf::Verdaux);
  append(Content[VersionDefinitions], Definition);
  Elf::Verdaux Named = {};
  Named.vda_name = Strings.add(Name);
  append(Content[VersionDefinitions], Named);
}

void Stub::addSymbols() {
  append(Content[SymbolTable], Elf::Sym{});
  append(Content[SymbolVersions], Elf::Half(ELF::VER_NDX_LOCAL));
  for (const StubSymbol &Each : Symbols) {
    Elf::Sym Symbol = {};
    Symbol.st_name = Strings.add(Each.Name);
    Symbol.setBindingAndType(ELF::STB_GLOBAL, Each.Type);
    Symbol.st_shndx = ELF::SHN_ABS;
    append(Content[SymbolTable], Symbol);
    const unsigned Version = Each.Version.empty()
                                 ? unsigned(ELF::VER_NDX_GLOBAL)
                                 : VersionIndex.lookup(Each.Version);
    append(Content[SymbolVersions], Elf::Half(uint16_t(Version)));
  }
}

void Stub::addDynamic() {
  for (auto [Tag, Value] : {std::pair(ELF::DT_SONAME, Strings.add(SoName)),
                            std::pair(ELF::DT_NULL, 0u)}) {
    Elf::Dyn Entry = {};
    Entry.d_tag = int64_t(Tag);
    Entry.d_un.d_val = Value;
    append(Content[Dynamic], Entry);
  }
}

Elf::Shdr Stub::header(unsigned Index, uint64_t Offset) {
  struct Kind {
    uint32_t Type, Link, EntryBytes;
  };
  static constexpr Kind Kinds[NumSections] = {
      {ELF::SHT_NULL, 0, 0},
      {ELF::SHT_DYNSYM, StringTable, sizeof(Elf::Sym)},
      {ELF::SHT_STRTAB, 0, 0},
      {ELF::SHT_GNU_versym, SymbolTable, sizeof(Elf::Half)},
      {ELF::SHT_GNU_verdef, StringTable, 0},
      {ELF::SHT_DYNAMIC, StringTable, sizeof(Elf::Dyn)},
      {ELF::SHT_STRTAB, 0, 0}};
  Elf::Shdr Header = {};
  Header.sh_type = Kinds[Index].Type;
  Header.sh_link = Kinds[Index].Link;
  Header.sh_entsize = Kinds[Index].EntryBytes;
  Header.sh_offset = Offset;
  Header.sh_size = Content[Index].size();
  Header.sh_addralign = 1;
  if (Index == SymbolTable)
    Header.sh_info = 1; // The first one that is not local.
  if (Index == VersionDefinitions)
    Header.sh_info = unsigned(VersionIndex.size()) + 1;
  return Header;
}

std::string Stub::layOut() {
  Content[SectionNames] = std::string(1, '\0');
  std::string Body, Headers;
  for (unsigned I = 0; I != NumSections; ++I) {
    append(Headers, header(I, sizeof(Elf::Ehdr) + Body.size()));
    Body += Content[I];
    Body.resize(alignTo(Body.size(), sizeof(uint64_t)));
  }
  Elf::Ehdr File = {};
  std::memcpy(File.e_ident, ELF::ElfMagic, 4);
  File.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  File.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  File.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  File.e_type = ELF::ET_DYN;
  File.e_machine = ElfMachine;
  File.e_version = ELF::EV_CURRENT;
  File.e_ehsize = sizeof(Elf::Ehdr);
  File.e_shoff = sizeof(Elf::Ehdr) + Body.size();
  File.e_shentsize = sizeof(Elf::Shdr);
  File.e_shnum = NumSections;
  File.e_shstrndx = SectionNames;
  std::string Bytes;
  append(Bytes, File);
  return Bytes + Body + Headers;
}

std::string stubLibrary(const std::string &SoName, ArrayRef<StubSymbol> Symbols,
                        uint16_t ElfMachine) {
  return Stub(SoName, Symbols, ElfMachine).write();
}

} // namespace ompjit
