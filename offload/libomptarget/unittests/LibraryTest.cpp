//===- LibraryTest.cpp - Tests of what images are, and of their order -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

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
/// As CUDA 12 writes it.
std::string cubin(unsigned Capability) {
  return elf(EM_CUDA, 7, Capability << 16 | Capability);
}
/// As CUDA 13 does.
std::string newCubin(unsigned Capability) {
  return elf(EM_CUDA, 8, Capability << 8 | 0x6000002);
}
std::string ptx(unsigned Capability) {
  return "//\n// Generated\n\n.version 7.8\n.target sm_" +
         std::to_string(Capability) + "\n.address_size 64\n";
}

std::string_view archOf(const std::string &Image) {
  const TargetKind *Kind = identifyNativeImage(Image);
  return Kind ? Kind->Arch : "";
}

TEST(Library, ImagesAreIdentified) {
  EXPECT_EQ(archOf(cubin(80)), "nvptx64");
  EXPECT_EQ(archOf(ptx(80)), "nvptx64");
  EXPECT_EQ(archOf(".version 9.0\n.target sm_120"), "nvptx64");
  EXPECT_EQ(archOf(elf(EM_X86_64)), "x86_64");
  EXPECT_EQ(archOf(elf(EM_AMDGPU)), "amdgcn");
  for (const char *Other : {"", "//", "// .version", ".versio", "version 7.8"})
    EXPECT_EQ(archOf(Other), "") << Other;
  EXPECT_EQ(describeUnknownImage("text"),
            "neither an ELF file nor PTX nor a JIT package");
}

/// The order that they get, as indices.
std::vector<size_t> ranked(const std::vector<std::string> &Files) {
  std::vector<__tgt_device_image> Images;
  for (const std::string &Each : Files) {
    __tgt_device_image Image{};
    Image.ImageStart = const_cast<char *>(Each.data());
    Image.ImageEnd = const_cast<char *>(Each.data() + Each.size());
    Images.push_back(Image);
  }
  __tgt_bin_desc Description{};
  Description.NumDeviceImages = int32_t(Images.size());
  Description.DeviceImages = Images.data();
  Library Registered(Description);
  for (LibraryImage &Each : Registered.images())
    Each.Kind = identifyNativeImage(Each.Bytes);
  Registered.rankImages();
  std::vector<size_t> Order;
  for (const LibraryImage &Each : Registered.images())
    for (size_t I = 0; I != Files.size(); ++I)
      if (Each.Bytes.data() == Files[I].data())
        Order.push_back(I);
  return Order;
}

TEST(Library, TheNearestCubinComesFirstAndPtxLast) {
  EXPECT_THAT(ranked({ptx(75), cubin(80), newCubin(86), ptx(80), cubin(75)}),
              ElementsAre(2, 1, 4, 3, 0));
}

TEST(Library, OtherImagesKeepTheirPlaces) {
  EXPECT_THAT(ranked({elf(EM_X86_64), cubin(75), elf(EM_AMDGPU), cubin(80),
                      elf(EM_AMDGPU)}),
              ElementsAre(0, 3, 2, 1, 4));
  EXPECT_THAT(ranked({"unknown", ptx(75), elf(EM_X86_64)}),
              ElementsAre(0, 2, 1));
}

} // namespace
