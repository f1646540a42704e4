//===- StackNeedTest.cpp - Tests of the stack that a cubin needs ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackNeed.h"

#include <gtest/gtest.h>

#include <elf.h>
#include <string>

using namespace ompjit::cuda;

namespace {

constexpr uint8_t FrameSize = 0x11, MinStackSize = 0x12, Registers = 0x2f;
constexpr uint32_t Unknown = 0xffffffff;

template <typename T> std::string bytesOf(const T &Value) {
  return std::string(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

/// Returns a record about the symbol with that number.
std::string record(uint8_t Attribute, uint32_t Symbol, uint32_t Value) {
  return std::string{char(4), char(Attribute), char(8), char(0)} +
         bytesOf(Symbol) + bytesOf(Value);
}

/// Returns an image with one section of that name.
std::string image(const std::string &Contents,
                  const std::string &Name = ".nv.info") {
  const std::string Names = std::string(1, '\0') + Name + '\0';
  Elf64_Ehdr Header = {};
  Header.e_shoff = sizeof(Header);
  Header.e_shnum = 3;
  Header.e_shstrndx = 2;
  Elf64_Shdr Sections[3] = {};
  Sections[1].sh_name = 1;
  Sections[1].sh_type = 0x70000000;
  Sections[1].sh_offset = sizeof(Header) + sizeof(Sections);
  Sections[1].sh_size = Contents.size();
  Sections[2].sh_type = SHT_STRTAB;
  Sections[2].sh_offset = Sections[1].sh_offset + Contents.size();
  Sections[2].sh_size = Names.size();
  return bytesOf(Header) + bytesOf(Sections) + Contents + Names;
}

size_t need(const std::string &Cubin) {
  return stackNeed(Cubin.data(), Cubin.size(), ImageKind::Cubin);
}

TEST(CudaStackNeed, IsNoneWhereTheDriverKnowsIt) {
  EXPECT_EQ(
      need(image(record(FrameSize, 1, 500) + record(MinStackSize, 1, 500))),
      0u);
  EXPECT_EQ(need(image("")), 0u);
  EXPECT_EQ(need(image(record(MinStackSize, 1, Unknown), ".nv.info.kernel")),
            0u);
  EXPECT_EQ(need(std::string(100, '\x7f')), 0u);
}

TEST(CudaStackNeed, IsSomeLevelsOfTheLargestFrames) {
  const std::string Flag = {char(1), char(0x31), char(0), char(0)};
  EXPECT_EQ(
      need(image(record(FrameSize, 1, 48) + Flag + record(Registers, 2, 254) +
                 record(FrameSize, 2, 592) + record(FrameSize, 3, 104) +
                 record(MinStackSize, 1, Unknown))),
      4u * (592 + 104));
  // The only function calls itself.
  EXPECT_EQ(
      need(image(record(MinStackSize, 1, Unknown) + record(FrameSize, 1, 64))),
      4u * 64);
  // Large frames are not multiplied.
  EXPECT_EQ(need(image(record(MinStackSize, 1, Unknown) +
                       record(FrameSize, 1, 6000))),
            16u * 1024);
  EXPECT_EQ(need(image(record(MinStackSize, 1, Unknown) +
                       record(FrameSize, 1, 20000))),
            40000u);
}

TEST(CudaStackNeed, ReadsNothingBehindTheRecords) {
  std::string Info =
      record(FrameSize, 2, 592) + record(MinStackSize, 1, Unknown);
  for (size_t Size = 0; Size <= Info.size(); ++Size)
    EXPECT_EQ(need(image(Info.substr(0, Size))),
              Size == Info.size() ? 4u * 592 : 0u);
}

TEST(CudaStackNeed, OfTextWithCallsByPointers) {
  const std::string Plain = ".version 8.4\n.target sm_90\n.entry k() { ret; }";
  EXPECT_EQ(stackNeed(Plain.data(), Plain.size(), ImageKind::Ptx), 0u);
  const std::string Calls = Plain + "\nprototype_0 : .callprototype ()_ ();\n";
  EXPECT_EQ(stackNeed(Calls.data(), Calls.size(), ImageKind::Ptx), 4096u);
}

} // namespace
