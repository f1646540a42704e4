//===- DeviceCode.cpp - Device code inside host files ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DeviceCode.h's extraction.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/DeviceCode.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Targets.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Alignment.h"
#include "llvm/TargetParser/Host.h"

#include <cstring>
#include <optional>

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

bool DeviceCode::isBitcode() const {
  return identify_magic(Image->getBuffer()) == file_magic::bitcode;
}

bool DeviceCode::isElf() const {
  return identify_magic(Image->getBuffer()) == file_magic::elf_relocatable;
}

static Error damaged(StringRef Source, StringRef What) {
  return createStringError("%s: damaged device code: %s", Source.str().c_str(),
                           What.str().c_str());
}

/// Returns whether \p Size bytes at \p Offset lie in \p Record.
static bool holds(StringRef Record, uint64_t Offset, uint64_t Size) {
  return Offset <= Record.size() && Size <= Record.size() - Offset;
}

static bool holdsString(StringRef Record, uint64_t Offset) {
  return Offset < Record.size() && Record.find('\0', Offset) != StringRef::npos;
}

/// Checks the fields that OffloadBinary::create and its accessors rely on.
static Error checkRecord(StringRef Record, StringRef Source) {
  OffloadBinary::Header Header;
  std::memcpy(&Header, Record.data(), sizeof(Header));
  OffloadBinary::Entry Entry;
  if (Header.EntryOffset % alignof(OffloadBinary::Entry) != 0 ||
      Header.EntrySize < sizeof(Entry) ||
      !holds(Record, Header.EntryOffset, Header.EntrySize))
    return damaged(Source, "its entry lies outside");
  std::memcpy(&Entry, Record.data() + Header.EntryOffset, sizeof(Entry));
  if (!holds(Record, Entry.ImageOffset, Entry.ImageSize))
    return damaged(Source, "its image lies outside");
  constexpr size_t RowSize = sizeof(OffloadBinary::StringEntry);
  if (Entry.StringOffset % alignof(OffloadBinary::StringEntry) != 0 ||
      Entry.NumStrings > Record.size() / RowSize ||
      !holds(Record, Entry.StringOffset, Entry.NumStrings * RowSize))
    return damaged(Source, "its string table lies outside");
  for (uint64_t I = 0; I != Entry.NumStrings; ++I) {
    OffloadBinary::StringEntry Row;
    std::memcpy(&Row, Record.data() + Entry.StringOffset + I * RowSize,
                RowSize);
    if (!holdsString(Record, Row.KeyOffset) ||
        !holdsString(Record, Row.ValueOffset))
      return damaged(Source, "a string lies outside");
  }
  return Error::success();
}

/// Names of targets are words. If the end of one is damaged, it runs into the
/// next string.
static bool isWord(StringRef Text) {
  return all_of(Text, [](char C) {
    return isAlnum(C) || StringRef("-_.+:").contains(C);
  });
}

/// clang leaves -march=native in the record as the user wrote it.
static StringRef namedArch(StringRef Arch, StringRef Triple) {
  const bool IsHere = Arch == "native" &&
                      spelledTriple(Triple) == StringRef(ThisHost.Host.Triple);
  return IsHere ? sys::getHostCPUName() : Arch;
}

Expected<DeviceCode> readRecord(StringRef Bytes, StringRef Source,
                                uint64_t &RecordSize) {
  OffloadBinary::Header Header, Expected;
  if (Bytes.size() < sizeof(Header))
    return damaged(Source, "a record is cut off");
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  if (std::memcmp(Header.Magic, Expected.Magic, sizeof(Header.Magic)) != 0)
    return damaged(Source, "a record does not begin as one");
  if (Header.Version != OffloadBinary::Version)
    return createStringError(
        "%s: its device code has record version %u, this linker reads %u",
        Source.str().c_str(), Header.Version, uint32_t(OffloadBinary::Version));
  if (Header.Size < sizeof(Header) || Header.Size > Bytes.size())
    return damaged(Source, "a record is cut off");
  RecordSize = Header.Size;
  StringRef Record = Bytes.take_front(Header.Size);
  if (Error E = checkRecord(Record, Source))
    return E;

  // OffloadBinary needs aligned bytes, but a section may lie anywhere.
  auto Aligned = MemoryBuffer::getMemBufferCopy(Record, Source);
  auto Binary = OffloadBinary::create(*Aligned);
  if (!Binary)
    return damaged(Source, toString(Binary.takeError()));
  if (!isWord((*Binary)->getTriple()) || !isWord((*Binary)->getArch()))
    return damaged(Source, "the name of its target is none");
  DeviceCode Code;
  Code.Source = Source.str();
  Code.Triple = spelledTriple((*Binary)->getTriple());
  Code.Arch = namedArch((*Binary)->getArch(), Code.Triple).str();
  Code.Features = (*Binary)->getString("feature").str();
  Code.Producer = (*Binary)->getOffloadKind();
  Code.Image = MemoryBuffer::getMemBufferCopy((*Binary)->getImage(), Source);
  return Code;
}

/// Reads all records in \p Bytes. A linker that joined sections (`ld -r`) may
/// have put padding between them.
static Error readRecords(StringRef Bytes, StringRef Source,
                         std::vector<DeviceCode> &Out) {
  if (Bytes.empty())
    return damaged(Source, "its section is empty");
  for (uint64_t Offset = 0; Offset < Bytes.size();) {
    StringRef Rest = Bytes.substr(Offset);
    if (Offset && Rest.size() < OffloadBinary::getAlignment() &&
        Rest.find_first_not_of('\0') == StringRef::npos)
      break;
    uint64_t RecordSize = 0;
    Expected<DeviceCode> Code = readRecord(Rest, Source, RecordSize);
    if (!Code)
      return Code.takeError();
    Out.push_back(std::move(*Code));
    Offset = alignTo(Offset + RecordSize, OffloadBinary::getAlignment());
  }
  return Error::success();
}

/// Returns the code in a section of the old offloading driver, which HIP still
/// uses. The section is named
/// "__CLANG_OFFLOAD_BUNDLE__hip-amdgcn-amd-amdhsa--gfx90a" after the parts of
/// an entry of a bundle. An entry for the host is ignored.
static std::optional<DeviceCode> bundledCode(StringRef Section,
                                             StringRef Source) {
  if (!Section.consume_front("__CLANG_OFFLOAD_BUNDLE__hip"))
    return std::nullopt;
  SmallVector<StringRef, 6> Parts; // Version, triple, architecture.
  Section.split(Parts, '-', /*MaxSplit=*/5);
  if (Parts.size() != 6)
    return std::nullopt;
  DeviceCode Code;
  Code.Source = Source.str();
  Code.Triple = join(ArrayRef(Parts).slice(1, 3), "-");
  Code.Arch = Parts.back().str();
  Code.Producer = OFK_HIP;
  Code.Image = MemoryBuffer::getMemBuffer("", Source);
  return Code;
}

static Error extractFromElf(MemoryBufferRef File, StringRef Source,
                            std::vector<DeviceCode> &Out) {
  auto Object = ObjectFile::createELFObjectFile(File);
  if (!Object)
    return fileError(Source, Object.takeError());
  bool HasEmptyHeader = false;
  for (ELFSectionRef Section : (*Object)->sections()) {
    if (Section.getType() != ELF::SHT_LLVM_OFFLOADING) {
      Expected<StringRef> Name = Section.getName();
      if (!Name)
        return fileError(Source, Name.takeError());
      if (*Name == ".llvm.offloading")
        return damaged(Source, "the type of its section is another one's");
      HasEmptyHeader |=
          Section.getType() == ELF::SHT_NULL && Section.getIndex() != 0;
      if (std::optional<DeviceCode> Code = bundledCode(*Name, Source))
        Out.push_back(std::move(*Code));
      continue;
    }
    Expected<StringRef> Bytes = Section.getContents();
    if (!Bytes)
      return fileError(Source, Bytes.takeError());
    if (Error E = readRecords(*Bytes, Source, Out))
      return E;
  }
  if (!Out.empty() &&
      cast<ELFObjectFileBase>(**Object).getEType() == ELF::ET_DYN)
    return damaged(Source, "its header says that it is a shared library");
  if (HasEmptyHeader && Out.empty() &&
      File.getBuffer().contains(StringRef(".llvm.offloading\0", 17)))
    return damaged(Source, "the header of its section is lost");
  return Error::success();
}

/// Bitcode has each record as a global that metadata points to; LLVM finds
/// them.
static Error extractFromBitcode(MemoryBufferRef File, StringRef Source,
                                std::vector<DeviceCode> &Out) {
  SmallVector<OffloadFile> Records;
  if (Error E = extractOffloadBinaries(File, Records))
    return fileError(Source, std::move(E));
  for (OffloadFile &Record : Records) {
    StringRef Bytes = Record.getBinary()->getMemoryBufferRef().getBuffer();
    if (Error E = readRecords(Bytes, Source, Out))
      return E;
  }
  return Error::success();
}

Expected<std::vector<DeviceCode>> extractDeviceCode(MemoryBufferRef HostFile,
                                                    StringRef Source) {
  const WorkNote Note(Source, HostFile.getBufferSize());
  std::vector<DeviceCode> Codes;
  auto Extract = [&]() -> Error {
    switch (identify_magic(HostFile.getBuffer())) {
    // ld takes an ELF file of unknown type for a relocatable object.
    case file_magic::elf:
    case file_magic::elf_relocatable:
    case file_magic::elf_shared_object:
      return extractFromElf(HostFile, Source, Codes);
    case file_magic::bitcode:
      return extractFromBitcode(HostFile, Source, Codes);
    case file_magic::offload_binary:
      return readRecords(HostFile.getBuffer(), Source, Codes);
    default:
      return Error::success();
    }
  };
  if (Error E = Extract())
    return E;
  return Codes;
}

} // namespace ompjit::devicelink
