//===- Elf.cpp - Checks of an image before it is loaded -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/SharedObject.h"

#include "ompjit/Plugins/Bytes.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Targets.h"

#include <cstring>
#include <elf.h>

namespace ompjit::plugins {

namespace {

/// Returns the name of a machine for which a program may hold images.
const char *machineName(unsigned Machine) {
  if (const TargetTraits *Host = findHost(uint16_t(Machine)))
    return Host->Host.Name.data();
  switch (Machine) {
  case EM_386:
    return "x86";
  case EM_PPC64:
    return "PowerPC64";
  case EM_RISCV:
    return "RISC-V";
  case EM_CUDA:
    return "NVIDIA CUDA";
  case EM_AMDGPU:
    return "AMD GPU";
  default:
    return "an unknown machine";
  }
}

/// Reads program header \p Index; the table is known to be inside the bytes.
Elf64_Phdr readSegment(const char *Bytes, const Elf64_Ehdr &Header,
                       unsigned Index) {
  Elf64_Phdr Segment;
  std::memcpy(&Segment, Bytes + Header.e_phoff + Index * sizeof(Segment),
              sizeof(Segment));
  return Segment;
}

int checkSegments(const char *Bytes, size_t Size, const Elf64_Ehdr &Header,
                  ompjit_error *Error) {
  if (Header.e_phentsize != sizeof(Elf64_Phdr) ||
      !isInside(Header.e_phoff, uint64_t(Header.e_phnum) * sizeof(Elf64_Phdr),
                Size))
    return fail(Error,
                "the image is damaged: its program headers lie outside "
                "its %zu bytes",
                Size);
  // Section headers are not needed to run the image, but they are at its end,
  // so that truncated files are found.
  if (!isInside(Header.e_shoff, uint64_t(Header.e_shnum) * Header.e_shentsize,
                Size))
    return fail(Error,
                "the image is damaged: its section headers lie outside its %zu "
                "bytes",
                Size);
  bool HasDynamic = false;
  for (unsigned I = 0; I < Header.e_phnum; ++I) {
    Elf64_Phdr Segment = readSegment(Bytes, Header, I);
    HasDynamic |= Segment.p_type == PT_DYNAMIC;
    if (!isInside(Segment.p_offset, Segment.p_filesz, Size))
      return fail(Error,
                  "the image is damaged: segment %u ends outside its %zu "
                  "bytes",
                  I, Size);
  }
  if (!HasDynamic)
    return fail(Error, "the image is damaged: it has no dynamic section");
  return 0;
}

} // namespace

int checkSharedObject(const void *Bytes, size_t Size, ompjit_error *Error) {
  Elf64_Ehdr Header;
  if (Size < sizeof(Header) || std::memcmp(Bytes, ELFMAG, SELFMAG) != 0)
    return fail(Error,
                "the image is not an ELF file, this device loads %s ELF shared "
                "objects",
                ThisHost.Host.Name.data());
  std::memcpy(&Header, Bytes, sizeof(Header));
  if (Header.e_ident[EI_CLASS] != ELFCLASS64 ||
      Header.e_ident[EI_DATA] != ELFDATA2LSB ||
      Header.e_machine != ThisHost.ElfMachine)
    return fail(Error,
                "the image is for %s (ELF machine %u), this device is %s (ELF "
                "machine %u)",
                machineName(Header.e_machine), unsigned(Header.e_machine),
                ThisHost.Host.Name.data(), unsigned(ThisHost.ElfMachine));
  if (Header.e_type != ET_DYN)
    return fail(Error,
                "the image is an ELF file of type %u, this device loads "
                "shared objects (type %u)",
                unsigned(Header.e_type), unsigned(ET_DYN));
  return checkSegments(static_cast<const char *>(Bytes), Size, Header, Error);
}

} // namespace ompjit::plugins
