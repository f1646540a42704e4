//===- CudaCode.cpp - LTO-IR in files of nvcc -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fat binary = 0xba55ed50:u32 version:u16 header-size:u16 entries-size:u64
//                entry*
//   entry      = kind:u16 version:u16 header-size:u32 code-size:u64 ...
//                architecture:u32 (at 28) ... flags:u64 (at 40) ... code
//
// Integers are little-endian. A section may have several fat binaries, with
// zeros between them.
//
//===----------------------------------------------------------------------===//

#include "CudaCode.h"

#include "ompjit/Backend/LtoIr.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;
using namespace ompjit;
using namespace ompjit::fragment;

namespace {

using support::endian::read16le;
using support::endian::read32le;
using support::endian::read64le;

constexpr size_t HeaderBytes = 16, LeastEntryBytes = 48;
constexpr uint16_t KindLtoIr = 8;
/// Flags of code for one GPU's own instructions, and for a family's.
constexpr uint64_t OfOne = 1 << 20, OfFamily = 1 << 21;

bool isFatbinarySection(StringRef Name) {
  return Name == "__nv_relfatbin" || Name == ".nv_fatbin";
}

std::string archOf(StringRef Entry) {
  const uint64_t Flags = read64le(Entry.data() + 40);
  return "sm_" + std::to_string(read32le(Entry.data() + 28)) +
         (Flags & OfOne      ? "a"
          : Flags & OfFamily ? "f"
                             : "");
}

/// Reads fat binaries.
class Reader {
public:
  Reader(StringRef Source, std::vector<CudaCode> &Into)
      : Source(Source), Into(Into) {}

  Error read(StringRef Bytes);
  /// Whether there was an entry of another kind.
  bool hasOthers() const { return HasOthers; }

private:
  Error damaged() const {
    return createStringError(Source + ": its fat binary of CUDA is damaged");
  }
  Error readEntries(StringRef Entries);

  const StringRef Source;
  std::vector<CudaCode> &Into;
  bool HasOthers = false;
};

Error Reader::read(StringRef Bytes) {
  for (;;) {
    Bytes = Bytes.ltrim('\0');
    if (Bytes.empty())
      return Error::success();
    if (!isFatbinary(Bytes) || Bytes.size() < HeaderBytes)
      return damaged();
    const uint64_t Header = read16le(Bytes.data() + 6),
                   Size = read64le(Bytes.data() + 8);
    if (Header < HeaderBytes || Header > Bytes.size() ||
        Size > Bytes.size() - Header)
      return damaged();
    if (Error E = readEntries(Bytes.substr(Header, Size)))
      return E;
    Bytes = Bytes.drop_front(Header + Size);
  }
}

Error Reader::readEntries(StringRef Entries) {
  while (!Entries.empty()) {
    if (Entries.size() < LeastEntryBytes)
      return damaged();
    const uint64_t Header = read32le(Entries.data() + 4),
                   Size = read64le(Entries.data() + 8);
    if (Header < LeastEntryBytes || Header > Entries.size() ||
        Size > Entries.size() - Header)
      return damaged();
    const StringRef Entry = Entries.take_front(Header + Size);
    Entries = Entries.drop_front(Entry.size());
    if (read16le(Entry.data()) != KindLtoIr) {
      HasOthers = true;
      continue;
    }
    CudaCode Code;
    Code.Source = Source.str();
    Code.Arch = archOf(Entry);
    Code.Bytes.resize(HeaderBytes);
    support::endian::write32le(&Code.Bytes[0], 0xba55ed50);
    support::endian::write16le(&Code.Bytes[4], 1);
    support::endian::write16le(&Code.Bytes[6], HeaderBytes);
    support::endian::write64le(&Code.Bytes[8], Entry.size());
    Code.Bytes += Entry;
    Into.push_back(std::move(Code));
  }
  return Error::success();
}

/// Calls \p Visit with the contents of each section for fat binaries. Does
/// nothing for files that are no objects for a processor.
template <typename Visitor>
Error forEachSection(MemoryBufferRef File, Visitor Visit) {
  if (identify_magic(File.getBuffer()) != file_magic::elf_relocatable)
    return Error::success();
  auto Object = ObjectFile::createObjectFile(File);
  if (!Object)
    return Object.takeError();
  for (const SectionRef &Each : (*Object)->sections()) {
    auto Name = Each.getName();
    if (!Name)
      return Name.takeError();
    if (!isFatbinarySection(*Name))
      continue;
    auto Contents = Each.getContents();
    if (!Contents)
      return Contents.takeError();
    if (Error E = Visit(*Contents))
      return E;
  }
  return Error::success();
}

} // namespace

bool fragment::isCudaFile(MemoryBufferRef File) {
  if (isLtoIr(File.getBuffer()) || isFatbinary(File.getBuffer()))
    return true;
  bool HasSection = false;
  consumeError(forEachSection(File, [&HasSection](StringRef) {
    HasSection = true;
    return Error::success();
  }));
  return HasSection;
}

Expected<std::vector<CudaCode>> fragment::readCudaCode(MemoryBufferRef File,
                                                       StringRef PlainArch) {
  const StringRef Source = File.getBufferIdentifier(), Bytes = File.getBuffer();
  std::vector<CudaCode> All;
  if (isLtoIr(Bytes)) {
    if (!PlainArch.starts_with("sm_"))
      return createStringError(
          Source + ": this is LTO-IR of CUDA, which does not say for which "
                   "GPU; name it with --arch, as in --arch=sm_90");
    All.push_back(
        {Source.str(), PlainArch.str(), Bytes.str(), /*IsFatbinary=*/false});
    return All;
  }
  Reader Fatbinaries(Source, All);
  auto Read = [&](StringRef Each) { return Fatbinaries.read(Each); };
  if (Error E = isFatbinary(Bytes) ? Read(Bytes) : forEachSection(File, Read))
    return std::move(E);
  if (All.empty())
    return createStringError(
        Source + ": its device code of CUDA is " +
        (Fatbinaries.hasOthers() ? "machine code or PTX" : "missing") +
        ", and a fragment needs LTO-IR; compile with nvcc -dlto -dc, or with "
        "code=lto_90 in -gencode");
  return All;
}
