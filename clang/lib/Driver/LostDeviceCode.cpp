//===- LostDeviceCode.cpp - Links that lose device code -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/LostDeviceCode.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace ompjit::driver;

namespace {

/// Options with which nothing is linked, with which the device code is kept, or
/// whose user knows what they are doing.
constexpr std::string_view NoLoss[] = {"-c",
                                       "-S",
                                       "-E",
                                       "-M",
                                       "-MM",
                                       "-r",
                                       "-w",
                                       "-###",
                                       "-lomptarget",
                                       "--offload-link",
                                       "--precompile",
                                       "--version",
                                       "-fsyntax-only",
                                       "-emit-ast"};

/// A file of which parts are read, because most of an object does not matter.
class InputFile {
public:
  explicit InputFile(const char *Path)
      : Descriptor(::open(Path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {}
  ~InputFile() {
    if (Descriptor >= 0)
      ::close(Descriptor);
  }
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;

  bool read(uint64_t Offset, void *Into, size_t Size) const {
    return Descriptor >= 0 &&
           ::pread(Descriptor, Into, Size, off_t(Offset)) == ssize_t(Size);
  }

  template <typename T> bool read(uint64_t Offset, T &Into) const {
    return read(Offset, &Into, sizeof(Into));
  }

private:
  int Descriptor;
};

/// The start of what clang puts into the section, as far as it is the same in
/// all versions of the format.
struct OffloadHeader {
  uint32_t Magic, Version;
  uint64_t Size, EntryOffset, EntrySize;
};

struct OffloadEntry {
  uint16_t ImageKind, OffloadKind;
};

constexpr uint32_t OffloadMagic = 0xAD10FF10;
constexpr uint16_t OpenMPKind = 1;
constexpr char OffloadSection[] = ".llvm.offloading";
/// No object that a compiler makes has longer tables.
constexpr uint64_t MaxTableBytes = 16 << 20;

bool isForOpenMP(const InputFile &File, uint64_t Offset) {
  OffloadHeader Header;
  OffloadEntry Entry;
  return File.read(Offset, Header) && Header.Magic == OffloadMagic &&
         File.read(Offset + Header.EntryOffset, Entry) &&
         Entry.OffloadKind == OpenMPKind;
}

/// \p Start is where the object begins in the file.
bool objectHasDeviceCode(const InputFile &File, uint64_t Start) {
  Elf64_Ehdr Header;
  if (!File.read(Start, Header) ||
      std::memcmp(Header.e_ident, ELFMAG, SELFMAG) != 0 ||
      Header.e_ident[EI_CLASS] != ELFCLASS64 || Header.e_type != ET_REL ||
      Header.e_shentsize != sizeof(Elf64_Shdr) ||
      Header.e_shstrndx >= Header.e_shnum)
    return false;
  std::vector<Elf64_Shdr> Sections(Header.e_shnum);
  if (!File.read(Start + Header.e_shoff, Sections.data(),
                 Sections.size() * sizeof(Elf64_Shdr)))
    return false;
  const Elf64_Shdr &NameTable = Sections[Header.e_shstrndx];
  if (NameTable.sh_size > MaxTableBytes)
    return false;
  std::string Names(NameTable.sh_size, '\0');
  if (!File.read(Start + NameTable.sh_offset, Names.data(), Names.size()))
    return false;
  return std::ranges::any_of(Sections, [&](const Elf64_Shdr &Each) {
    return Each.sh_name < Names.size() &&
           std::strcmp(Names.c_str() + Each.sh_name, OffloadSection) == 0 &&
           isForOpenMP(File, Start + Each.sh_offset);
  });
}

struct MemberHeader {
  char Name[16], Date[12], User[6], Group[6], Mode[8], Size[10], End[2];
};

bool archiveHasDeviceCode(const InputFile &File) {
  constexpr size_t MagicSize = 8;
  MemberHeader Member;
  for (uint64_t At = MagicSize; File.read(At, Member);) {
    At += sizeof(Member);
    if (objectHasDeviceCode(File, At))
      return true;
    uint64_t Size = 0;
    const char *Digits = Member.Size;
    if (std::from_chars(Digits, Digits + sizeof(Member.Size), Size).ec !=
        std::errc())
      return false;
    At += Size + (Size & 1);
  }
  return false;
}

bool hasDeviceCode(const char *Path) {
  const InputFile File(Path);
  char Magic[8];
  if (!File.read(0, Magic))
    return false;
  return std::memcmp(Magic, "!<arch>\n", sizeof(Magic)) == 0
             ? archiveHasDeviceCode(File)
             : objectHasDeviceCode(File, 0);
}

} // namespace

std::string
ompjit::driver::lostDeviceCode(std::span<const char *const> Arguments) {
  for (const char *Each : Arguments)
    if (std::ranges::find(NoLoss, std::string_view(Each)) != std::end(NoLoss))
      return "";
  for (const char *Each : Arguments) {
    const std::string_view Name = Each;
    if (!Name.starts_with('-') &&
        (Name.ends_with(".o") || Name.ends_with(".a")) && hasDeviceCode(Each))
      return Each;
  }
  return "";
}

bool ompjit::driver::warnOfLostDeviceCode(
    std::span<const char *const> Arguments) {
  const std::string Input = lostDeviceCode(Arguments.subspan(1));
  if (Input.empty())
    return false;
  const std::string_view Program = Arguments.front();
  fprintf(stderr,
          "%s: warning: %s has OpenMP device code, which this link drops: link "
          "with -fopenmp and the -fopenmp-targets= or --offload-arch= that it "
          "was compiled with, or __tgt_* functions are undefined\n",
          Program.substr(Program.rfind('/') + 1).data(), Input.c_str());
  return true;
}
