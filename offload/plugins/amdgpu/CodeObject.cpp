//===- CodeObject.cpp - What is in a device image -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeObject.h"

#include "Metadata.h"
#include "ompjit/Plugins/Bytes.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

namespace ompjit::amdgpu {

using plugins::fail;
using plugins::isInside;

namespace {

constexpr unsigned char OsAbiHsa = 64;

template <typename T> T readAt(std::string_view Bytes, uint64_t Offset) {
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(Value));
  return Value;
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

int checkHeader(std::string_view Bytes, ompjit_error *Error) {
  if (Bytes.size() < sizeof(Elf64_Ehdr) || !Bytes.starts_with(ELFMAG))
    return fail(Error, "the image is no ELF file, an AMD GPU loads code "
                       "objects, which are");
  const auto Header = readAt<Elf64_Ehdr>(Bytes, 0);
  if (Header.e_machine != EM_AMDGPU)
    return fail(Error,
                "the image is an ELF file for machine %u, an AMD GPU loads "
                "code objects (machine %u)",
                unsigned(Header.e_machine), unsigned(EM_AMDGPU));
  if (Header.e_ident[EI_CLASS] != ELFCLASS64 ||
      Header.e_ident[EI_DATA] != ELFDATA2LSB ||
      Header.e_ident[EI_OSABI] != OsAbiHsa)
    return fail(Error, "the image is for an AMD GPU, but not for HSA");
  if (Header.e_type != ET_DYN)
    return fail(Error,
                "the image is a code object of ELF type %u, HSA loads linked "
                "ones (type %u)",
                unsigned(Header.e_type), unsigned(ET_DYN));
  return 0;
}

int checkSegments(std::string_view Bytes, const Elf64_Ehdr &Header,
                  ompjit_error *Error) {
  const uint64_t Length = uint64_t(Header.e_phnum) * sizeof(Elf64_Phdr);
  if ((Length && Header.e_phentsize != sizeof(Elf64_Phdr)) ||
      !isInside(Header.e_phoff, Length, Bytes.size()))
    return fail(Error,
                "the code object is damaged: its program headers lie outside "
                "its %zu bytes",
                Bytes.size());
  for (unsigned I = 0; I != Header.e_phnum; ++I) {
    const auto Segment =
        readAt<Elf64_Phdr>(Bytes, Header.e_phoff + I * sizeof(Elf64_Phdr));
    if (!isInside(Segment.p_offset, Segment.p_filesz, Bytes.size()))
      return fail(Error,
                  "the code object is damaged: segment %u ends outside its "
                  "%zu bytes",
                  I, Bytes.size());
  }
  return 0;
}

/// Checks the section table, which is at the end of the file, so that truncated
/// files are found.
int checkSections(std::string_view Bytes, const Elf64_Ehdr &Header,
                  ompjit_error *Error) {
  const uint64_t Length = uint64_t(Header.e_shnum) * sizeof(Elf64_Shdr);
  if ((Length && Header.e_shentsize != sizeof(Elf64_Shdr)) ||
      !isInside(Header.e_shoff, Length, Bytes.size()))
    return fail(Error,
                "the code object is damaged: its section headers lie outside "
                "its %zu bytes",
                Bytes.size());
  for (unsigned I = 0; I != Header.e_shnum; ++I) {
    const auto Section =
        readAt<Elf64_Shdr>(Bytes, Header.e_shoff + I * sizeof(Elf64_Shdr));
    if (Section.sh_type != SHT_NOBITS &&
        !isInside(Section.sh_offset, Section.sh_size, Bytes.size()))
      return fail(Error,
                  "the code object is damaged: section %u ends outside its "
                  "%zu bytes",
                  I, Bytes.size());
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Notes
//===----------------------------------------------------------------------===//

constexpr uint32_t MetadataType = 32; ///< NT_AMDGPU_METADATA.
constexpr std::string_view Owner("AMDGPU\0", 7);

uint64_t padded(uint64_t Length) { return (Length + 3) & ~uint64_t(3); }

/// A linked file has the metadata of each of its parts.
using MetadataList = std::vector<std::string_view>;

/// Adds the segment's metadata to \p Metadata.
int searchNotes(std::string_view Notes, MetadataList &Metadata,
                ompjit_error *Error) {
  // Fewer bytes than a header are padding.
  while (Notes.size() >= sizeof(Elf64_Nhdr)) {
    const auto Note = readAt<Elf64_Nhdr>(Notes, 0);
    const uint64_t Begin = sizeof(Note) + padded(Note.n_namesz);
    if (!isInside(Begin, Note.n_descsz, Notes.size()))
      return fail(Error, "the code object is damaged: a note ends outside its "
                         "segment");
    const std::string_view Name = Notes.substr(sizeof(Note), Note.n_namesz);
    if (Note.n_type == MetadataType && Name == Owner)
      Metadata.push_back(Notes.substr(Begin, Note.n_descsz));
    Notes.remove_prefix(
        std::min<uint64_t>(Begin + padded(Note.n_descsz), Notes.size()));
  }
  return 0;
}

/// The program headers must have been checked.
int findMetadata(std::string_view Bytes, const Elf64_Ehdr &Header,
                 MetadataList &Metadata, ompjit_error *Error) {
  for (unsigned I = 0; I != Header.e_phnum; ++I) {
    const auto Segment =
        readAt<Elf64_Phdr>(Bytes, Header.e_phoff + I * sizeof(Elf64_Phdr));
    if (Segment.p_type == PT_NOTE &&
        searchNotes(Bytes.substr(Segment.p_offset, Segment.p_filesz), Metadata,
                    Error))
      return 1;
  }
  return Metadata.empty() ? fail(Error, "the code object is damaged: it has no "
                                        "note that describes its kernels")
                          : 0;
}

} // namespace

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

int readTarget(const void *Bytes, size_t Size, TargetId &Target,
               unsigned &CodeObjectVersion, ompjit_error *Error) {
  const std::string_view Image(static_cast<const char *>(Bytes), Size);
  if (checkHeader(Image, Error))
    return 1;
  const auto Header = readAt<Elf64_Ehdr>(Image, 0);
  return readTargetFields(Header.e_ident[EI_ABIVERSION], Header.e_flags, Target,
                          CodeObjectVersion, Error);
}

int readCodeObject(const void *Bytes, size_t Size, CodeObject &Object,
                   ompjit_error *Error) {
  CodeObject Found;
  if (readTarget(Bytes, Size, Found.Target, Found.Version, Error))
    return 1;
  const std::string_view Image(static_cast<const char *>(Bytes), Size);
  const auto Header = readAt<Elf64_Ehdr>(Image, 0);
  MetadataList Metadata;
  if (checkSegments(Image, Header, Error) ||
      checkSections(Image, Header, Error) ||
      findMetadata(Image, Header, Metadata, Error) ||
      readKernels(Metadata, Found.Kernels, Error))
    return 1;
  Object = std::move(Found);
  return 0;
}

const KernelMetadata *CodeObject::find(std::string_view Name) const {
  const auto Found =
      std::ranges::lower_bound(Kernels, Name, {}, &KernelMetadata::Name);
  return Found != Kernels.end() && Found->Name == Name ? &*Found : nullptr;
}

} // namespace ompjit::amdgpu
