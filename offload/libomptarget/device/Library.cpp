//===- Library.cpp - A registered program or shared library ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <optional>

namespace ompjit {

namespace {

constexpr TargetKind Kinds[] = {
    {"x86_64", EM_X86_64, "host", "host"},
    {"nvptx64", EM_CUDA, "cuda", "vgpu-nvptx64"},
    {"amdgcn", EM_AMDGPU, "amdgpu", "vgpu-amdgcn"},
};

/// Machines whose images programs may hold beside those that plugins serve.
struct MachineName {
  uint16_t ElfMachine;
  std::string_view Name;
};
constexpr MachineName OtherMachines[] = {
    {EM_386, "i386"},    {EM_ARM, "arm"},       {EM_AARCH64, "aarch64"},
    {EM_PPC64, "ppc64"}, {EM_S390, "s390x"},    {EM_RISCV, "riscv"},
    {EM_MIPS, "mips"},   {EM_SPARCV9, "sparc"}, {EM_LOONGARCH, "loongarch"},
};

std::string nameOfMachine(uint16_t Machine) {
  for (const MachineName &Each : OtherMachines)
    if (Each.ElfMachine == Machine)
      return std::string(Each.Name);
  return "machine " + std::to_string(Machine);
}

std::string namesOfKinds() {
  std::string Names;
  for (const TargetKind &Each : Kinds)
    Names += (Names.empty() ? "" : ", ") + std::string(Each.Arch);
  return Names;
}

const TargetKind *kindOfMachine(uint16_t Machine) {
  for (const TargetKind &Each : Kinds)
    if (Each.ElfMachine == Machine)
      return &Each;
  return nullptr;
}

/// The machine of an ELF file; nothing where it is none.
std::optional<uint16_t> elfMachine(ByteView Image) {
  Elf64_Ehdr Header;
  if (Image.size() < sizeof(Header) ||
      std::memcmp(Image.data(), ELFMAG, SELFMAG) != 0)
    return std::nullopt;
  std::memcpy(&Header, Image.data(), sizeof(Header));
  return Header.e_machine;
}

/// PTX behind comments and blanks.
std::string_view ptxText(ByteView Image) {
  std::string_view Text(Image.data(), Image.size());
  for (;;) {
    const size_t Blank = Text.find_first_not_of(" \t\r\n");
    Text.remove_prefix(std::min(Blank, Text.size()));
    if (!Text.starts_with("//"))
      return Text;
    Text.remove_prefix(std::min(Text.find('\n'), Text.size()));
  }
}

bool isPtx(ByteView Image) { return ptxText(Image).starts_with(".version"); }

} // namespace

const TargetKind *identifyNativeImage(ByteView Image) {
  std::optional<uint16_t> Machine = elfMachine(Image);
  if (!Machine && isPtx(Image))
    Machine = EM_CUDA;
  return Machine ? kindOfMachine(*Machine) : nullptr;
}

std::string describeUnknownImage(ByteView Image) {
  if (std::optional<uint16_t> Machine = elfMachine(Image))
    return "an ELF file for " + nameOfMachine(*Machine) +
           ", the plugins serve " + namesOfKinds();
  return "neither an ELF file nor PTX nor a JIT package";
}

const TargetKind *identifyTriple(std::string_view Triple) {
  std::string_view Arch = Triple.substr(0, Triple.find('-'));
  for (const TargetKind &Each : Kinds)
    if (Each.Arch == Arch)
      return &Each;
  return nullptr;
}

Library::Library(const __tgt_bin_desc &Description)
    : Description(&Description),
      Entries(Description.HostEntriesBegin, Description.HostEntriesEnd) {
  for (int32_t I = 0; I < Description.NumDeviceImages; ++I) {
    const __tgt_device_image &Image = Description.DeviceImages[I];
    auto *Begin = static_cast<const char *>(Image.ImageStart);
    auto *End = static_cast<const char *>(Image.ImageEnd);
    Images.push_back({ByteView(Begin, size_t(End - Begin)), nullptr, nullptr});
  }
}

bool Library::hasIndirectFunctions() const {
  return std::any_of(Entries.begin(), Entries.end(),
                     [](const __tgt_offload_entry &Each) {
                       return Each.Flags & EntryIndirect;
                     });
}

ByteView Library::memory() const {
  dl_find_object Object;
  if (_dl_find_object(const_cast<__tgt_bin_desc *>(Description), &Object))
    return {};
  auto *Begin = static_cast<const char *>(Object.dlfo_map_start);
  auto *End = static_cast<const char *>(Object.dlfo_map_end);
  return {Begin, size_t(End - Begin)};
}

} // namespace ompjit
