//===- Cubin.cpp - Reads cubins -------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sections .nv.info and .nv.info.<kernel> hold records of a format, a
// number and, by the format, two bytes of value or of size. `cuobjdump -elf`
// shows them.
//
//===----------------------------------------------------------------------===//

#include "Cubin.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <map>

namespace ompjit::standin {

namespace {

constexpr uint16_t MachineCuda = 190;
constexpr uint8_t EntryBit = 0x10; ///< Of st_other: a kernel.
constexpr uint8_t NewAbi = 8;      ///< From CUDA 13.

enum InfoNumber : uint8_t {
  InfoMaxThreads = 0x05,
  InfoFrameBytes = 0x11,
  InfoParameter = 0x17,
  InfoParameterBytes = 0x19,
  InfoRegisters = 0x2f,
  InfoLargeParameter = 0x45, ///< For blocks of more than 4 KiB.
};
constexpr uint8_t FormatHalf = 3, FormatSized = 4;

template <typename T> T read(std::string_view Bytes, uint64_t At) {
  T Value = {};
  if (At <= Bytes.size() && sizeof(T) <= Bytes.size() - At)
    std::memcpy(&Value, Bytes.data() + At, sizeof(T));
  return Value;
}

class Reader {
public:
  Reader(std::string_view Bytes, Cubin &Out) : Bytes(Bytes), Out(Out) {}
  bool run(std::string &Why);

private:
  std::string_view contents(const Elf64_Shdr &Section) const {
    if (Section.sh_type == SHT_NOBITS || Section.sh_offset > Bytes.size() ||
        Section.sh_size > Bytes.size() - Section.sh_offset)
      return {};
    return Bytes.substr(Section.sh_offset, Section.sh_size);
  }
  std::string textAt(const Elf64_Shdr &Strings, uint64_t At) const {
    std::string_view All = contents(Strings);
    return At < All.size()
               ? std::string(All.data() + At,
                             strnlen(All.data() + At, All.size() - At))
               : "";
  }
  const Elf64_Shdr *find(const std::string &Name) const {
    auto At = ByName.find(Name);
    return At == ByName.end() ? nullptr : &Sections[At->second];
  }
  void readSymbols(const Elf64_Shdr &Table);
  void addKernel(const std::string &Name);
  void addVariable(const std::string &Name, const Elf64_Sym &Symbol);
  template <typename F> void forEachInfo(std::string_view Info, F Body) const;
  void readNeeds();

  std::string_view Bytes;
  Cubin &Out;
  std::vector<Elf64_Shdr> Sections;
  std::map<std::string, size_t> ByName;
  std::map<uint32_t, size_t> KernelOfSymbol;
};

template <typename F>
void Reader::forEachInfo(std::string_view Info, F Body) const {
  for (uint64_t At = 0; At + 4 <= Info.size();) {
    const auto Format = read<uint8_t>(Info, At);
    const auto Number = read<uint8_t>(Info, At + 1);
    const auto Half = read<uint16_t>(Info, At + 2);
    At += 4;
    if (Format != FormatSized) {
      Body(Format, Number, Half, std::string_view());
      continue;
    }
    if (Half > Info.size() - At)
      return;
    Body(Format, Number, Half, Info.substr(At, Half));
    At += Half;
  }
}

void Reader::addKernel(const std::string &Name) {
  CubinKernel New;
  New.Name = Name;
  if (const Elf64_Shdr *Shared = find(".nv.shared." + Name))
    New.StaticSharedBytes = uint32_t(Shared->sh_size);
  if (const Elf64_Shdr *Info = find(".nv.info." + Name))
    forEachInfo(contents(*Info), [&](uint8_t Format, uint8_t Number,
                                     uint16_t Half, std::string_view Value) {
      if (Format == FormatHalf && Number == InfoParameterBytes)
        New.ParameterBytes = Half;
      if (Number == InfoMaxThreads && Value.size() >= 12)
        New.MaxThreads = read<uint32_t>(Value, 0) * read<uint32_t>(Value, 4) *
                         read<uint32_t>(Value, 8);
      const bool IsLarge = Number == InfoLargeParameter;
      if ((IsLarge || Number == InfoParameter) && Value.size() >= 12) {
        const auto Place = read<uint16_t>(Value, 4);
        if (Place >= New.Parameters.size())
          New.Parameters.resize(Place + 1u);
        // The size is the last word, or its upper bits.
        New.Parameters[Place] = {read<uint16_t>(Value, 6),
                                 read<uint32_t>(Value, 8) >>
                                     (IsLarge ? 0 : 18)};
      }
    });
  Out.Kernels.push_back(std::move(New));
}

void Reader::addVariable(const std::string &Name, const Elf64_Sym &Symbol) {
  if (Symbol.st_shndx >= Sections.size())
    return;
  const Elf64_Shdr &In = Sections[Symbol.st_shndx];
  const std::string_view Contents = contents(In);
  CubinVariable New = {Name, Symbol.st_size, ""};
  if (Symbol.st_value <= Contents.size() &&
      Symbol.st_size <= Contents.size() - Symbol.st_value)
    New.Contents = Contents.substr(Symbol.st_value, Symbol.st_size);
  Out.Variables.push_back(std::move(New));
}

void Reader::readSymbols(const Elf64_Shdr &Table) {
  if (Table.sh_link >= Sections.size())
    return;
  const std::string_view All = contents(Table);
  for (uint32_t I = 0; (I + 1) * sizeof(Elf64_Sym) <= All.size(); ++I) {
    const auto Symbol = read<Elf64_Sym>(All, I * sizeof(Elf64_Sym));
    const std::string Name = textAt(Sections[Table.sh_link], Symbol.st_name);
    if (Symbol.st_shndx == SHN_UNDEF ||
        ELF64_ST_BIND(Symbol.st_info) == STB_LOCAL)
      continue;
    if (ELF64_ST_TYPE(Symbol.st_info) == STT_FUNC &&
        (Symbol.st_other & EntryBit)) {
      KernelOfSymbol[I] = Out.Kernels.size();
      addKernel(Name);
    } else if (ELF64_ST_TYPE(Symbol.st_info) == STT_OBJECT) {
      addVariable(Name, Symbol);
    }
  }
}

void Reader::readNeeds() {
  if (const Elf64_Shdr *Info = find(".nv.info"))
    forEachInfo(contents(*Info), [&](uint8_t, uint8_t Number, uint16_t,
                                     std::string_view Value) {
      auto At = KernelOfSymbol.find(read<uint32_t>(Value, 0));
      if (At == KernelOfSymbol.end())
        return;
      if (Number == InfoRegisters)
        Out.Kernels[At->second].NumRegisters = read<uint32_t>(Value, 4);
      if (Number == InfoFrameBytes)
        Out.Kernels[At->second].LocalBytes = read<uint32_t>(Value, 4);
    });
}

bool Reader::run(std::string &Why) {
  const auto Header = read<Elf64_Ehdr>(Bytes, 0);
  if (Bytes.size() < sizeof(Header) ||
      std::memcmp(Header.e_ident, ELFMAG, SELFMAG) != 0 ||
      Header.e_machine != MachineCuda) {
    Why = "no cubin";
    return false;
  }
  Out.Model = Header.e_ident[EI_ABIVERSION] >= NewAbi
                  ? int(Header.e_flags >> 8 & 0xff)
                  : int(Header.e_flags & 0xff);
  for (unsigned I = 0; I != Header.e_shnum; ++I)
    Sections.push_back(
        read<Elf64_Shdr>(Bytes, Header.e_shoff + I * sizeof(Elf64_Shdr)));
  if (Header.e_shstrndx >= Sections.size()) {
    Why = "no names of sections";
    return false;
  }
  for (size_t I = 0; I != Sections.size(); ++I)
    ByName[textAt(Sections[Header.e_shstrndx], Sections[I].sh_name)] = I;
  const Elf64_Shdr *Symbols = find(".symtab");
  if (!Symbols) {
    Why = "no symbols";
    return false;
  }
  readSymbols(*Symbols);
  readNeeds();
  return true;
}

} // namespace

uint64_t sizeOfElf(const void *Bytes) {
  Elf64_Ehdr Header;
  std::memcpy(&Header, Bytes, SELFMAG);
  if (std::memcmp(&Header, ELFMAG, SELFMAG) != 0)
    return 0;
  std::memcpy(&Header, Bytes, sizeof(Header));
  const char *Begin = static_cast<const char *>(Bytes);
  uint64_t End = std::max<uint64_t>(
      Header.e_phoff + uint64_t(Header.e_phnum) * sizeof(Elf64_Phdr),
      Header.e_shoff + uint64_t(Header.e_shnum) * sizeof(Elf64_Shdr));
  for (unsigned I = 0; I != Header.e_shnum; ++I) {
    Elf64_Shdr Section;
    std::memcpy(&Section, Begin + Header.e_shoff + I * sizeof(Section),
                sizeof(Section));
    if (Section.sh_type != SHT_NOBITS)
      End = std::max(End, Section.sh_offset + Section.sh_size);
  }
  for (unsigned I = 0; I != Header.e_phnum; ++I) {
    Elf64_Phdr Segment;
    std::memcpy(&Segment, Begin + Header.e_phoff + I * sizeof(Segment),
                sizeof(Segment));
    End = std::max(End, Segment.p_offset + Segment.p_filesz);
  }
  return End;
}

bool readCubin(std::string_view Bytes, Cubin &Out, std::string &Why) {
  return Reader(Bytes, Out).run(Why);
}

} // namespace ompjit::standin
