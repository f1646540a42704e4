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

/// Machines for which programs may hold images, besides those of plugins.
struct MachineName {
  uint16_t ElfMachine;
  std::string_view Name;
};
constexpr MachineName OtherMachines[] = {
    {EM_386, "i386"},      {EM_ARM, "arm"},
    {EM_PPC64, "ppc64"},   {EM_S390, "s390x"},
    {EM_RISCV, "riscv"},   {EM_MIPS, "mips"},
    {EM_SPARCV9, "sparc"}, {EM_LOONGARCH, "loongarch"},
};

std::string nameOfMachine(uint16_t Machine) {
  if (const TargetTraits *Host = findHost(Machine))
    return std::string(Host->Arch);
  for (const MachineName &Each : OtherMachines)
    if (Each.ElfMachine == Machine)
      return std::string(Each.Name);
  return "machine " + std::to_string(Machine);
}

std::string namesOfTargets() {
  std::string Names;
  for (const TargetTraits &Each : Targets)
    if (isForThisMachine(Each))
      Names += (Names.empty() ? "" : ", ") + std::string(Each.Arch);
  return Names;
}

/// Returns the machine of an ELF file; nothing if it is not one.
std::optional<uint16_t> elfMachine(ByteView Image) {
  Elf64_Ehdr Header;
  if (Image.size() < sizeof(Header) ||
      std::memcmp(Image.data(), ELFMAG, SELFMAG) != 0)
    return std::nullopt;
  std::memcpy(&Header, Image.data(), sizeof(Header));
  return Header.e_machine;
}

/// Returns an image of assembly without leading comments and blanks.
std::string_view assemblyOf(ByteView Image) {
  std::string_view Text(Image.data(), Image.size());
  for (;;) {
    const size_t Blank = Text.find_first_not_of(" \t\r\n");
    Text.remove_prefix(std::min(Blank, Text.size()));
    if (!Text.starts_with("//"))
      return Text;
    Text.remove_prefix(std::min(Text.find('\n'), Text.size()));
  }
}

} // namespace

const TargetTraits *identifyNativeImage(ByteView Image) {
  const std::optional<uint16_t> Machine = elfMachine(Image);
  for (const TargetTraits &Each : Targets)
    if (isForThisMachine(Each) &&
        (Machine ? *Machine == Each.ElfMachine
                 : Each.endsWithAssembly() &&
                       assemblyOf(Image).starts_with(Each.AssemblyHead)))
      return &Each;
  return nullptr;
}

std::string describeUnknownImage(ByteView Image) {
  if (std::optional<uint16_t> Machine = elfMachine(Image))
    return "an ELF file for " + nameOfMachine(*Machine) +
           ", the plugins serve " + namesOfTargets();
  return "neither an ELF file nor PTX nor a JIT package";
}

Library::Library(const __tgt_bin_desc &Description,
                 std::optional<int> OnlyDevice)
    : Description(&Description),
      Entries(Description.HostEntriesBegin, Description.HostEntriesEnd),
      OnlyDevice(OnlyDevice) {
  for (int32_t I = 0; I < Description.NumDeviceImages; ++I) {
    const __tgt_device_image &Image = Description.DeviceImages[I];
    auto *Begin = static_cast<const char *>(Image.ImageStart);
    auto *End = static_cast<const char *>(Image.ImageEnd);
    Images.push_back({.Bytes = ByteView(Begin, size_t(End - Begin))});
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
