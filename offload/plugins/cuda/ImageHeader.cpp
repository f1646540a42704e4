//===- ImageHeader.cpp - What a device image is for -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageHeader.h"

#include "ompjit/Plugins/Bytes.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/SharedObject.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <elf.h>

namespace ompjit::cuda {

using plugins::fail;
using plugins::isInside;

//===----------------------------------------------------------------------===//
// Cubins
//===----------------------------------------------------------------------===//

namespace {

/// The last version that keeps the architecture in the lowest byte of the
/// flags; CUDA 13 has it in the next byte.
constexpr unsigned char OldAbi = 7;
constexpr unsigned char NewAbi = 8;
/// Marks code that uses features of exactly this architecture.
constexpr uint32_t OldAcceleratorsFlag = 0x800;
constexpr uint32_t NewAcceleratorsFlag = 0x8;

template <typename T> T readAt(const char *Bytes, uint64_t Offset) {
  T Value;
  std::memcpy(&Value, Bytes + Offset, sizeof(Value));
  return Value;
}

int checkTables(const char *Bytes, size_t Size, const Elf64_Ehdr &Header,
                ompjit_error *Error) {
  const uint64_t Segments = uint64_t(Header.e_phnum) * sizeof(Elf64_Phdr);
  const uint64_t Sections = uint64_t(Header.e_shnum) * sizeof(Elf64_Shdr);
  if ((Segments && Header.e_phentsize != sizeof(Elf64_Phdr)) ||
      (Sections && Header.e_shentsize != sizeof(Elf64_Shdr)) ||
      !isInside(Header.e_phoff, Segments, Size) ||
      !isInside(Header.e_shoff, Sections, Size))
    return fail(Error,
                "the image is damaged: its headers lie outside its %zu bytes",
                Size);
  for (unsigned I = 0; I != Header.e_phnum; ++I) {
    const auto Segment =
        readAt<Elf64_Phdr>(Bytes, Header.e_phoff + I * sizeof(Elf64_Phdr));
    if (!isInside(Segment.p_offset, Segment.p_filesz, Size))
      return fail(Error,
                  "the image is damaged: segment %u ends outside its %zu bytes",
                  I, Size);
  }
  for (unsigned I = 0; I != Header.e_shnum; ++I) {
    const auto Section =
        readAt<Elf64_Shdr>(Bytes, Header.e_shoff + I * sizeof(Elf64_Shdr));
    if (Section.sh_type != SHT_NOBITS &&
        !isInside(Section.sh_offset, Section.sh_size, Size))
      return fail(Error,
                  "the image is damaged: section %u ends outside its %zu bytes",
                  I, Size);
  }
  if (!Sections || Header.e_shstrndx >= Header.e_shnum)
    return fail(Error, "the image is damaged: it has no sections with names");
  return 0;
}

int readCubin(const char *Bytes, size_t Size, ImageHeader &Found,
              ompjit_error *Error) {
  const auto Header = readAt<Elf64_Ehdr>(Bytes, 0);
  const unsigned char Abi = Header.e_ident[EI_ABIVERSION];
  if (Header.e_ident[EI_CLASS] != ELFCLASS64 ||
      Header.e_ident[EI_DATA] != ELFDATA2LSB)
    return fail(Error, "the image is a cubin for 32-bit addresses, which no "
                       "driver loads any more");
  if (Abi != OldAbi && Abi != NewAbi)
    return fail(Error,
                "the image is a cubin of the format %u, only %u and %u are "
                "known",
                unsigned(Abi), unsigned(OldAbi), unsigned(NewAbi));
  Found.Kind = ImageKind::Cubin;
  const uint32_t Flags = Header.e_flags;
  Found.Capability = int(Abi == OldAbi ? Flags & 0xff : Flags >> 8 & 0xff);
  if (Flags & (Abi == OldAbi ? OldAcceleratorsFlag : NewAcceleratorsFlag))
    Found.Variant = 'a';
  return checkTables(Bytes, Size, Header, Error);
}

} // namespace

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

namespace {

/// Reads the words of PTX, without comments and separators.
class PtxWords {
public:
  explicit PtxWords(std::string_view Text) : Rest(Text) {}

  /// Returns an empty word at the end, and at text that cannot be part of the
  /// first lines.
  std::string_view next() {
    skipBlanks();
    size_t Length = 0;
    while (Length != Rest.size() && isPartOfWord(Rest[Length]))
      ++Length;
    const std::string_view Word = Rest.substr(0, Length);
    Rest.remove_prefix(Length);
    return Word;
  }

private:
  static bool isPartOfWord(char C) {
    return (C >= 'a' && C <= 'z') || (C >= '0' && C <= '9') || C == '.' ||
           C == '_';
  }
  static bool isBlank(char C) {
    return C == ' ' || C == '\t' || C == '\n' || C == '\r';
  }

  void skipBlanks() {
    for (;;) {
      size_t Length = 0;
      if (Rest.starts_with("//"))
        Length = std::min(Rest.find('\n'), Rest.size());
      else if (Rest.starts_with("/*"))
        Length = std::min(Rest.find("*/", 2), Rest.size() - 2) + 2;
      else
        while (Length != Rest.size() && isBlank(Rest[Length]))
          ++Length;
      if (!Length)
        return;
      Rest.remove_prefix(Length);
    }
  }

  std::string_view Rest;
};

/// Reads a number and removes it.
bool takeNumber(std::string_view &Word, int &Value) {
  const auto [End, Failure] =
      std::from_chars(Word.data(), Word.data() + Word.size(), Value);
  if (Failure != std::errc() || Value < 0 || Value > 999)
    return false;
  Word.remove_prefix(size_t(End - Word.data()));
  return true;
}

bool readVersion(std::string_view Word, ImageHeader &Found) {
  int Major = 0, Minor = 0;
  if (!takeNumber(Word, Major) || !Word.starts_with("."))
    return false;
  Word.remove_prefix(1);
  if (!takeNumber(Word, Minor) || !Word.empty() || Minor > 9)
    return false;
  Found.PtxVersion = Major * 10 + Minor;
  return true;
}

bool readTarget(std::string_view Word, ImageHeader &Found) {
  if (!Word.starts_with("sm_"))
    return false;
  Word.remove_prefix(3);
  if (!takeNumber(Word, Found.Capability))
    return false;
  if (Word == "a" || Word == "f")
    Found.Variant = Word[0];
  return Word.empty() || Found.Variant;
}

int readPtx(std::string_view Text, ImageHeader &Found, ompjit_error *Error) {
  Found.Kind = ImageKind::Ptx;
  PtxWords Words(Text);
  if (Words.next() != ".version")
    return fail(Error,
                "the image is neither a cubin nor PTX, which a GPU loads");
  if (!readVersion(Words.next(), Found))
    return fail(Error, "the image is PTX without a version");
  if (Words.next() != ".target" || !readTarget(Words.next(), Found))
    return fail(Error, "the image is PTX that does not say which GPU it is "
                       "for");
  return 0;
}

} // namespace

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

std::string ImageHeader::arch() const {
  std::string Name = "sm_" + std::to_string(Capability);
  return Variant ? Name + Variant : Name;
}

int readHeader(const void *Bytes, size_t Size, ImageHeader &Header,
               ompjit_error *Error) {
  const auto *Text = static_cast<const char *>(Bytes);
  if (Size < sizeof(Elf64_Ehdr) || std::memcmp(Bytes, ELFMAG, SELFMAG) != 0)
    return readPtx({Text, Size}, Header, Error);
  const auto Elf = readAt<Elf64_Ehdr>(Text, 0);
  if (Elf.e_machine == EM_CUDA)
    return readCubin(Text, Size, Header, Error);
  if (Elf.e_machine != ThisHost.ElfMachine)
    return fail(Error,
                "the image is an ELF file for machine %u, a GPU loads cubins "
                "(machine %u) and PTX",
                unsigned(Elf.e_machine), unsigned(EM_CUDA));
  Header.Kind = ImageKind::Host;
  return plugins::checkSharedObject(Bytes, Size, Error);
}

static bool fits(const ImageHeader &Image, int Capability) {
  const bool IsOfFamily = Image.Capability / 10 == Capability / 10 &&
                          Image.Capability <= Capability;
  if (Image.Variant == 'a')
    return Image.Capability == Capability;
  if (Image.Kind == ImageKind::Cubin || Image.Variant == 'f')
    return IsOfFamily;
  return Image.Capability <= Capability;
}

int checkTarget(const ImageHeader &Image, const ImageTarget &Target,
                ompjit_error *Error) {
  if (Image.Kind == ImageKind::Host)
    return Target.IsEmulated
               ? 0
               : fail(Error,
                      "the image is for a processor, GPU %d loads "
                      "cubins and PTX",
                      Target.Ordinal);
  const char *Kind = Image.Kind == ImageKind::Ptx ? "PTX" : "a cubin";
  if (Target.IsEmulated)
    return fail(Error,
                "the image is %s, and GPU %d is played by a processor, which "
                "runs JIT packages only (link with -fopenmp-target-jit)",
                Kind, Target.Ordinal);
  if (!fits(Image, Target.Capability))
    return fail(Error, "the image is %s for %s, GPU %d is an sm_%d", Kind,
                Image.arch().c_str(), Target.Ordinal, Target.Capability);
  if (Image.PtxVersion > Target.PtxVersion)
    return fail(Error,
                "the image is PTX of version %d.%d, the driver of GPU %d "
                "understands up to %d.%d",
                Image.PtxVersion / 10, Image.PtxVersion % 10, Target.Ordinal,
                Target.PtxVersion / 10, Target.PtxVersion % 10);
  return 0;
}

} // namespace ompjit::cuda
