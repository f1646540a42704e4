//===- Cubin.cpp - Reads cubins -------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The section .nv.info.KERNEL has records: a format, an attribute, two bytes of
// value or of size, and in the format with a size the data. Two attributes
// describe a parameter: the older one has its size in the upper bits of a word,
// the newer one, for blocks of more than 4 KiB, in a word of its own.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Cubin.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit {

namespace {

using Elf = ELF64LEFile;
using support::endian::read16le;
using support::endian::read32le;

constexpr uint8_t KernelBit = 0x10; ///< Of st_other.
constexpr uint8_t FormatWithSize = 4;
constexpr uint8_t ParameterPlace = 0x17, LargeParameterPlace = 0x45;
constexpr size_t RecordHead = 4, PlaceBytes = 12;
constexpr unsigned SizeShift = 18;

/// The driver's tables of functions and memory, which each cubin refers to.
bool isOfTools(StringRef Name) {
  return Name.empty() || Name.starts_with(".nv.") ||
         Name.starts_with("__UDT") || Name.starts_with("__UFT") ||
         Name.starts_with("__nv_reservedSMEM");
}

Expected<Elf> open(StringRef Cubin) {
  auto File = Elf::create(Cubin);
  if (!File)
    return File.takeError();
  if (File->getHeader().e_machine != ELF::EM_CUDA)
    return createStringError("it is no cubin");
  return File;
}

/// Calls \p Visit with the attribute and the data of each record with a size.
template <typename Visitor> Error forEachRecord(StringRef Info, Visitor Visit) {
  while (Info.size() >= RecordHead) {
    const uint8_t Format = Info[0], Attribute = Info[1];
    const size_t Size =
        Format == FormatWithSize ? read16le(Info.data() + 2) : 0;
    Info = Info.drop_front(RecordHead);
    if (Size > Info.size())
      return createStringError("its description of a kernel is cut off");
    if (Size)
      Visit(Attribute, Info.take_front(Size));
    Info = Info.drop_front(Size);
  }
  return Error::success();
}

/// Calls \p Visit with the file and each of its sections, up to an error.
template <typename Visitor>
Error forEachSection(StringRef Cubin, Visitor Visit) {
  auto File = open(Cubin);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections)
    if (Error E = Visit(*File, Section))
      return E;
  return Error::success();
}

} // namespace

Expected<std::vector<CubinSymbol>> cubinSymbols(StringRef Cubin) {
  std::vector<CubinSymbol> Found;
  auto AddAll = [&](const Elf &File, const ELF64LE::Shdr &Section) -> Error {
    if (Section.sh_type != ELF::SHT_SYMTAB)
      return Error::success();
    auto Symbols = File.symbols(&Section);
    if (!Symbols)
      return Symbols.takeError();
    auto Names = File.getStringTableForSymtab(Section);
    if (!Names)
      return Names.takeError();
    for (const auto &Symbol : *Symbols) {
      auto Name = Symbol.getName(*Names);
      if (!Name)
        return Name.takeError();
      if (Symbol.getBinding() == ELF::STB_LOCAL || isOfTools(*Name))
        continue;
      CubinSymbol New;
      New.Name = Name->str();
      New.IsDefined = Symbol.st_shndx != ELF::SHN_UNDEF;
      New.IsFunction = Symbol.getType() == ELF::STT_FUNC;
      New.IsKernel = New.IsFunction && (Symbol.st_other & KernelBit);
      New.IsWeak = Symbol.getBinding() == ELF::STB_WEAK;
      Found.push_back(std::move(New));
    }
    return Error::success();
  };
  if (Error E = forEachSection(Cubin, AddAll))
    return std::move(E);
  return Found;
}

Expected<std::vector<CubinParameter>> cubinParameters(StringRef Cubin,
                                                      StringRef Kernel) {
  std::vector<CubinParameter> Found;
  auto Add = [&](uint8_t Attribute, StringRef Data) {
    const bool IsLarge = Attribute == LargeParameterPlace;
    if ((!IsLarge && Attribute != ParameterPlace) || Data.size() < PlaceBytes)
      return;
    const size_t Index = read16le(Data.data() + 4);
    if (Index >= Found.size())
      Found.resize(Index + 1);
    const uint32_t Word = read32le(Data.data() + 8);
    Found[Index] = {read16le(Data.data() + 6),
                    IsLarge ? Word : Word >> SizeShift};
  };
  auto AddAll = [&](const Elf &File, const ELF64LE::Shdr &Section) -> Error {
    auto Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (!Name->consume_front(".nv.info.") || *Name != Kernel)
      return Error::success();
    auto Info = File.getSectionContents(Section);
    if (!Info)
      return Info.takeError();
    return forEachRecord(toStringRef(*Info), Add);
  };
  if (Error E = forEachSection(Cubin, AddAll))
    return std::move(E);
  uint32_t End = 0;
  for (const CubinParameter &Each : Found) {
    if (!Each.Size || Each.Offset < End)
      return createStringError("its description of the parameters of '" +
                               Kernel + "' makes no sense");
    End = Each.Offset + Each.Size;
  }
  return Found;
}

} // namespace ompjit
