//===- CudaCodeTest.cpp - Tests of reading files of nvcc ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCode.h"

#include "ompjit/Support/Bytes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using namespace ompjit::fragment;
using llvm::MemoryBufferRef;
using testing::HasSubstr;

namespace {

constexpr uint16_t Ptx = 1, Cubin = 2, LtoIr = 8;

std::string entry(uint16_t Kind, uint32_t Arch, const std::string &Code,
                  uint64_t Flags = 0x11) {
  ByteWriter Out;
  Out.write<uint16_t>(Kind);
  Out.write<uint16_t>(0x101);
  Out.write<uint32_t>(64);
  Out.write<uint64_t>(Code.size());
  Out.write<uint64_t>(0);
  Out.write<uint32_t>(0);
  Out.write<uint32_t>(Arch);
  Out.write<uint64_t>(0);
  Out.write<uint64_t>(Flags);
  Out.write<uint64_t>(0);
  Out.write<uint64_t>(0);
  return Out.take() + Code;
}

std::string fatbinary(const std::string &Entries) {
  ByteWriter Out;
  Out.write<uint32_t>(0xba55ed50);
  Out.write<uint16_t>(1);
  Out.write<uint16_t>(16);
  Out.write<uint64_t>(Entries.size());
  return Out.take() + Entries;
}

std::string errorOf(const std::string &File, const std::string &Arch = "") {
  auto Codes = readCudaCode(MemoryBufferRef(File, "k.o"), Arch);
  return Codes ? "no error" : toString(Codes.takeError());
}

TEST(CudaCode, EachEntryOfLtoIrIsAFatBinaryOfItsOwn) {
  const std::string A = entry(LtoIr, 80, "first   "),
                    B = entry(LtoIr, 90, "second  ", 0x100011),
                    C = entry(LtoIr, 100, "third   ", 0x200011);
  const std::string File =
      fatbinary(entry(Ptx, 90, ".version") + A + entry(Cubin, 90, "elf     ")) +
      std::string(24, '\0') + fatbinary(B + C);
  ASSERT_TRUE(isCudaFile(MemoryBufferRef(File, "k.fatbin")));
  auto Codes = llvm::cantFail(readCudaCode(MemoryBufferRef(File, "k"), ""));
  ASSERT_EQ(Codes.size(), 3u);
  EXPECT_EQ(Codes[0].Arch, "sm_80");
  EXPECT_EQ(Codes[0].Bytes, fatbinary(A));
  EXPECT_EQ(Codes[1].Arch, "sm_90a");
  EXPECT_EQ(Codes[1].Bytes, fatbinary(B));
  EXPECT_EQ(Codes[2].Arch, "sm_100f");
  EXPECT_EQ(Codes[2].Source, "k");
}

TEST(CudaCode, LtoIrItselfNeedsAnArchitecture) {
  const std::string File("\xed\x43\x4e\x7f rest");
  EXPECT_THAT(errorOf(File), HasSubstr("name it with --arch"));
  auto Codes =
      llvm::cantFail(readCudaCode(MemoryBufferRef(File, "k.ltoir"), "sm_90"));
  ASSERT_EQ(Codes.size(), 1u);
  EXPECT_FALSE(Codes[0].IsFatbinary);
  EXPECT_EQ(Codes[0].Bytes, File);
}

TEST(CudaCode, OtherKindsAreNoFragment) {
  EXPECT_THAT(errorOf(fatbinary(entry(Ptx, 90, ".version"))),
              HasSubstr("k.o: its device code of CUDA is machine code or PTX, "
                        "and a fragment needs LTO-IR; compile with nvcc -dlto "
                        "-dc"));
  EXPECT_THAT(errorOf(fatbinary("")), HasSubstr("is missing"));
  EXPECT_FALSE(isCudaFile(MemoryBufferRef("BC\xc0\xde", "k.bc")));
}

TEST(CudaCode, DamageIsAnErrorWhereverItIs) {
  const std::string File = fatbinary(entry(LtoIr, 90, "code    "));
  for (size_t Size = 4; Size != File.size(); ++Size)
    EXPECT_THAT(errorOf(File.substr(0, Size)), HasSubstr("is damaged")) << Size;
  for (size_t At : {6, 8, 12, 20, 24, 28})
    for (const char Byte : {'\xff', '\x7f'}) {
      std::string Damaged = File;
      Damaged[At] = Byte;
      EXPECT_THAT(errorOf(Damaged), HasSubstr("is damaged")) << At;
    }
  EXPECT_THAT(errorOf(File + "more"), HasSubstr("is damaged"));
}

} // namespace
