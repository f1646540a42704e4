//===- LibrarySymbols.cpp - Symbols of a shared library -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibrarySymbols.h"

#include "llvm/Object/ELF.h"

using namespace llvm;

namespace ompjit {

Expected<std::unique_ptr<LibrarySymbols>>
LibrarySymbols::open(const std::string &Path, const TargetTraits &Host) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  std::unique_ptr<LibrarySymbols> Library(new LibrarySymbols);
  Library->File = std::move(*Buffer);
  if (Error E = Library->readTables(Host))
    return std::move(E);
  return Library;
}

/// Returns the bytes that the segments map there, or an empty array if not all
/// of them are in the file.
template <typename T>
ArrayRef<T> LibrarySymbols::at(uint64_t Address, uint64_t Count) const {
  for (const Elf::Phdr &Segment : Segments) {
    if (Segment.p_type != ELF::PT_LOAD || Address < Segment.p_vaddr)
      continue;
    const uint64_t Skipped = Address - Segment.p_vaddr;
    if (Skipped >= Segment.p_filesz ||
        Count > (Segment.p_filesz - Skipped) / sizeof(T))
      continue;
    const char *Begin = File->getBufferStart() + Segment.p_offset + Skipped;
    return ArrayRef(reinterpret_cast<const T *>(Begin), Count);
  }
  return {};
}

static bool isInFile(StringRef File, uint64_t Offset, uint64_t Size) {
  return Offset <= File.size() && Size <= File.size() - Offset;
}

Error LibrarySymbols::readTables(const TargetTraits &Host) {
  auto Read = object::ELFFile<Elf>::create(File->getBuffer());
  if (!Read)
    return Read.takeError();
  if (Read->getHeader().e_machine != Host.ElfMachine ||
      Read->getHeader().e_type != ELF::ET_DYN)
    return createStringError("it is no shared object for " +
                             StringRef(Host.Host.Name));
  auto Headers = Read->program_headers();
  if (!Headers)
    return Headers.takeError();
  for (const Elf::Phdr &Segment : *Headers)
    if (!isInFile(File->getBuffer(), Segment.p_offset, Segment.p_filesz))
      return createStringError("a segment is cut off");
  Segments = *Headers;
  auto Entries = Read->dynamicEntries();
  if (!Entries)
    return Entries.takeError();
  uint64_t Texts = 0, TextBytes = 0, Hashes = 0;
  for (const Elf::Dyn &Entry : *Entries)
    switch (Entry.getTag()) {
    case ELF::DT_SYMTAB:
      Symbols = Entry.getPtr();
      break;
    case ELF::DT_STRTAB:
      Texts = Entry.getPtr();
      break;
    case ELF::DT_STRSZ:
      TextBytes = Entry.getVal();
      break;
    case ELF::DT_GNU_HASH:
      Hashes = Entry.getPtr();
      break;
    case ELF::DT_VERSYM:
      Versions = Entry.getPtr();
      break;
    case ELF::DT_VERDEF:
      Definitions = Entry.getPtr();
      break;
    case ELF::DT_VERDEFNUM:
      NumDefinitions = Entry.getVal();
      break;
    }
  const ArrayRef<char> AllTexts = at<char>(Texts, TextBytes);
  const ArrayRef<Elf::Word> Head = at<Elf::Word>(Hashes, 4);
  if (!Symbols || AllTexts.empty() || Head.empty())
    return createStringError("it has no hash table");
  Strings = StringRef(AllTexts.data(), AllTexts.size());
  FirstHashed = Head[1];
  FilterShift = Head[3];
  const uint64_t FilterAt = Hashes + sizeof(Elf::Word) * 4;
  Filter = at<Elf::Xword>(FilterAt, Head[2]);
  const uint64_t BucketsAt = FilterAt + sizeof(Elf::Xword) * Head[2];
  Buckets = at<Elf::Word>(BucketsAt, Head[0]);
  Chains = BucketsAt + sizeof(Elf::Word) * Head[0];
  if (Filter.empty() || Buckets.empty())
    return createStringError("its hash table is damaged");
  return Error::success();
}

StringRef LibrarySymbols::text(uint64_t Offset) const {
  return Strings.substr(Offset).take_until([](char C) { return C == 0; });
}

bool LibrarySymbols::mayDefine(uint32_t Hash) const {
  constexpr unsigned Bits = 64;
  const uint64_t Word = Filter[Hash / Bits % Filter.size()];
  const uint64_t Wanted = uint64_t(1) << (Hash % Bits) |
                          uint64_t(1) << ((Hash >> FilterShift % 32) % Bits);
  return (Word & Wanted) == Wanted;
}

std::optional<LibrarySymbol> LibrarySymbols::find(StringRef Name) const {
  const uint32_t Hash = object::hashGnu(Name);
  if (!mayDefine(Hash))
    return std::nullopt;
  const uint32_t First = Buckets[Hash % Buckets.size()];
  if (First < FirstHashed)
    return std::nullopt;
  // Bit 0 of a value says that it is the chain's last one.
  for (uint64_t Index = First;; ++Index) {
    const auto Value =
        at<Elf::Word>(Chains + sizeof(Elf::Word) * (Index - FirstHashed), 1);
    if (Value.empty())
      return std::nullopt;
    if ((Value[0] | 1) == (Hash | 1))
      if (auto Found = symbolAt(uint32_t(Index), Name))
        return Found;
    if (Value[0] & 1)
      return std::nullopt;
  }
}

/// Returns nothing if it is another symbol, or a version for older programs
/// only.
std::optional<LibrarySymbol> LibrarySymbols::symbolAt(uint32_t Index,
                                                      StringRef Name) const {
  const auto Symbol =
      at<Elf::Sym>(Symbols + sizeof(Elf::Sym) * uint64_t(Index), 1);
  if (Symbol.empty() || !Symbol[0].isDefined() ||
      Symbol[0].getBinding() == ELF::STB_LOCAL ||
      text(Symbol[0].st_name) != Name)
    return std::nullopt;
  LibrarySymbol Found{"", Symbol[0].getType()};
  if (!Versions)
    return Found;
  const auto Version =
      at<Elf::Half>(Versions + sizeof(Elf::Half) * uint64_t(Index), 1);
  if (Version.empty() || Version[0] & ELF::VERSYM_HIDDEN ||
      Version[0] == ELF::VER_NDX_LOCAL)
    return std::nullopt;
  if (Version[0] != ELF::VER_NDX_GLOBAL)
    Found.Version = versionName(Version[0]);
  return Found;
}

StringRef LibrarySymbols::versionName(unsigned Index) const {
  uint64_t Address = Definitions;
  for (uint64_t I = 0; I != NumDefinitions; ++I) {
    const auto Definition = at<Elf::Verdef>(Address, 1);
    if (Definition.empty())
      break;
    if (Definition[0].vd_ndx == Index) {
      const auto Text = at<Elf::Verdaux>(Address + Definition[0].vd_aux, 1);
      return Text.empty() ? "" : text(Text[0].vda_name);
    }
    if (!Definition[0].vd_next)
      break;
    Address += Definition[0].vd_next;
  }
  return "";
}

} // namespace ompjit
