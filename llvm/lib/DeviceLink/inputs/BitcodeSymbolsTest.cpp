//===- BitcodeSymbolsTest.cpp ---------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitcodeSymbols.h"

#include "support/TestModules.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/LTO/LTO.h"
#include "llvm/Support/TargetSelect.h"

#include <cstring>

using namespace llvm;
using namespace ompjit::devicelink;

namespace {

std::string bitcode() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmParser();
  const DeviceCode Code = bitcodeOf(R"(
    target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
    target triple = "x86_64-pc-linux-gnu"
    $shared = comdat any
    @common = common global i64 0
    @placed = global i64 1, section "own"
    declare void @other()
    define void @kernel() {
      call void @other()
      ret void
    }
    define void @shared() comdat {
      ret void
    }
  )",
                                    "a.o");
  return Code.Image->getBuffer().str();
}

bool isWhole(const std::string &Bytes) {
  return !errorToBool(checkBitcodeSymbols(MemoryBufferRef(Bytes, "a.o")));
}

/// Reads all that a link does; returns the number of symbols.
size_t readAll(const std::string &Bytes) {
  auto Input = lto::InputFile::create(MemoryBufferRef(Bytes, "a.o"));
  if (errorToBool(Input.takeError()))
    return 0;
  size_t Count = 0, Length = 0;
  for (const lto::InputFile::Symbol &Each : (*Input)->symbols()) {
    ++Count;
    Length += Each.getName().size() + Each.getIRName().size();
  }
  EXPECT_LE(Length, 2 * Count * Bytes.size());
  return Count;
}

TEST(BitcodeSymbolsTest, AWholeTableIsWhole) {
  const std::string Bytes = bitcode();
  EXPECT_TRUE(isWhole(Bytes));
  EXPECT_EQ(readAll(Bytes), 5u);
}

TEST(BitcodeSymbolsTest, WhatATableDoesNotHaveIsRefused) {
  const std::string Bytes = bitcode();
  auto Contents = getBitcodeFileContents(MemoryBufferRef(Bytes, "a.o"));
  ASSERT_FALSE(errorToBool(Contents.takeError()));
  const size_t Begin = Contents->Symtab.data() - Bytes.data();
  const size_t Size = Contents->Symtab.size();
  ASSERT_GT(Size, 0u);
  unsigned NumRefused = 0;
  for (const uint32_t Wrong : {0x7fffffffu, 0xfffffffeu, 64u})
    for (size_t At = 0; At + 4 <= Size; At += 4) {
      std::string Damaged = Bytes;
      std::memcpy(&Damaged[Begin + At], &Wrong, sizeof(Wrong));
      if (isWhole(Damaged))
        EXPECT_LE(readAll(Damaged), 5u) << "word " << At / 4;
      else
        ++NumRefused;
    }
  EXPECT_GT(NumRefused, 50u);
}

} // namespace
