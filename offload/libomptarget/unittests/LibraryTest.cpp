//===- LibraryTest.cpp - Tests of images and of their order ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>

using namespace ompjit;
using testing::ElementsAre;

namespace {

std::string elf(uint16_t Machine, unsigned char Abi = 0, uint32_t Flags = 0) {
  Elf64_Ehdr Header{};
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_ident[EI_ABIVERSION] = Abi;
  Header.e_machine = Machine;
  Header.e_flags = Flags;
  return std::string(reinterpret_cast<const char *>(&Header), sizeof(Header));
}
/// Returns the header of a cubin as CUDA 12 writes it.
std::string cubin(unsigned Capability) {
  return elf(EM_CUDA, 7, Capability << 16 | Capability);
}
std::string ptx(unsigned Capability) {
  return "//\n// Generated\n\n.version 7.8\n.target sm_" +
         std::to_string(Capability) + "\n.address_size 64\n";
}

std::string_view archOf(const std::string &Image) {
  const TargetTraits *Target = identifyNativeImage(Image);
  return Target ? Target->Arch : "";
}

TEST(Library, ImagesAreIdentified) {
  EXPECT_EQ(archOf(cubin(80)), "nvptx64");
  EXPECT_EQ(archOf(ptx(80)), "nvptx64");
  EXPECT_EQ(archOf(".version 9.0\n.target sm_120"), "nvptx64");
  EXPECT_EQ(archOf(elf(ThisHost.ElfMachine)), ThisHost.Arch);
  EXPECT_EQ(archOf(elf(EM_AMDGPU)), "amdgcn");
  for (const char *Other : {"", "//", "// .version", ".versio", "version 7.8"})
    EXPECT_EQ(archOf(Other), "") << Other;
  // Another host's image may be beside it.
  for (const TargetTraits &Each : Targets)
    if (!isForThisMachine(Each)) {
      EXPECT_EQ(archOf(elf(Each.ElfMachine)), "");
      EXPECT_EQ(describeUnknownImage(elf(Each.ElfMachine)),
                "an ELF file for " + std::string(Each.Arch) +
                    ", the plugins serve " + std::string(ThisHost.Arch) +
                    ", nvptx64, amdgcn");
    }
  EXPECT_EQ(describeUnknownImage("text"),
            "neither an ELF file nor PTX nor a JIT package");
}

} // namespace
