//===- CubinTest.cpp - Tests of reading cubins ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Cubin.h"

#include "ompjit/Support/Bytes.h"

#include "llvm/BinaryFormat/ELF.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace llvm;
using namespace ompjit;

namespace {

struct Symbol {
  std::string Name;
  uint8_t Info, Other;
  uint16_t Section;
};

constexpr uint8_t Global = ELF::STB_GLOBAL << 4, Weak = ELF::STB_WEAK << 4;
constexpr uint8_t Kernel = 0x10;

/// A cubin with symbols and the description of the kernel "k".
std::string cubin(const std::string &Info, const std::vector<Symbol> &Symbols) {
  std::string Names(1, '\0');
  ByteWriter Table;
  auto NameOf = [&Names](const std::string &Name) {
    Names += Name + std::string(1, '\0');
    return uint32_t(Names.size() - Name.size() - 1);
  };
  for (int I = 0; I != 3; ++I)
    Table.write<uint64_t>(0);
  for (const Symbol &Each : Symbols) {
    Table.write<uint32_t>(NameOf(Each.Name));
    Table.write<uint8_t>(Each.Info);
    Table.write<uint8_t>(Each.Other);
    Table.write<uint16_t>(Each.Section);
    Table.write<uint64_t>(0);
    Table.write<uint64_t>(8);
  }
  const uint32_t InfoName = NameOf(".nv.info.k"),
                 SymbolsName = NameOf("symbols"),
                 StringsName = NameOf("strings");
  const std::string Parts[] = {Table.take(), Info, Names};
  std::string Contents;
  ByteWriter Sections;
  for (int I = 0; I != 8; ++I)
    Sections.write<uint64_t>(0);
  struct {
    uint32_t Name, Type, Link;
    uint64_t EntryBytes;
  } const Rows[] = {{SymbolsName, ELF::SHT_SYMTAB, 3, 24},
                    {InfoName, 0x70000000, 0, 0},
                    {StringsName, ELF::SHT_STRTAB, 0, 0}};
  for (int I = 0; I != 3; ++I) {
    Sections.write<uint32_t>(Rows[I].Name);
    Sections.write<uint32_t>(Rows[I].Type);
    Sections.write<uint64_t>(0);
    Sections.write<uint64_t>(0);
    Sections.write<uint64_t>(64 + Contents.size());
    Sections.write<uint64_t>(Parts[I].size());
    Sections.write<uint32_t>(Rows[I].Link);
    Sections.write<uint32_t>(1);
    Sections.write<uint64_t>(8);
    Sections.write<uint64_t>(Rows[I].EntryBytes);
    Contents += Parts[I];
    Contents.resize((Contents.size() + 7) & ~size_t(7));
  }
  ByteWriter Header;
  for (int Byte : {0x7f, int('E'), int('L'), int('F'), 2, 1, 1, 0})
    Header.write(uint8_t(Byte));
  Header.write<uint64_t>(0);
  Header.write<uint16_t>(2);
  Header.write<uint16_t>(ELF::EM_CUDA);
  Header.write<uint32_t>(1);
  Header.write<uint64_t>(0);
  Header.write<uint64_t>(0);
  Header.write<uint64_t>(64 + Contents.size());
  Header.write<uint32_t>(0);
  for (const int Half : {64, 0, 0, 64, 4, 3})
    Header.write(uint16_t(Half));
  return Header.take() + Contents + Sections.take();
}

/// A record of the description: the older form has the size in upper bits.
std::string place(uint16_t Index, uint16_t Offset, uint32_t Size,
                  bool IsLarge) {
  ByteWriter Out;
  Out.write<uint8_t>(4);
  Out.write<uint8_t>(IsLarge ? 0x45 : 0x17);
  Out.write<uint16_t>(12);
  Out.write<uint32_t>(0);
  Out.write<uint16_t>(Index);
  Out.write<uint16_t>(Offset);
  Out.write<uint32_t>(IsLarge ? Size : Size << 18 | 0x1f000);
  return Out.take();
}

const std::string Other("\x03\x50\0\0\x03\x1b\xff\0", 8);

std::string placesIn(const std::string &Bytes) {
  auto Places = cubinParameters(Bytes, "k");
  if (!Places)
    return toString(Places.takeError());
  std::string Text;
  for (const CubinParameter &Each : *Places)
    Text += std::to_string(Each.Offset) + "+" + std::to_string(Each.Size) + " ";
  return Text;
}

TEST(Cubin, SaysWhereParametersAre) {
  EXPECT_EQ(
      placesIn(cubin(Other + place(1, 8, 4, false) + place(2, 16, 16, false) +
                         Other + place(0, 0, 8, false),
                     {})),
      "0+8 8+4 16+16 ");
  EXPECT_EQ(
      placesIn(cubin(place(1, 4, 20000, true) + place(0, 0, 4, true), {})),
      "0+4 4+20000 ");
  EXPECT_EQ(placesIn(cubin(Other, {})), "");
}

TEST(Cubin, RefusesPlacesThatMakeNoSense) {
  EXPECT_THAT(placesIn(cubin(place(1, 8, 4, false), {})),
              testing::HasSubstr("parameters of 'k' makes no sense"));
  EXPECT_THAT(
      placesIn(cubin(place(0, 0, 8, false) + place(1, 4, 4, false), {})),
      testing::HasSubstr("makes no sense"));
  EXPECT_THAT(placesIn(cubin(place(0, 0, 8, false).substr(0, 10), {})),
              testing::HasSubstr("is cut off"));
}

TEST(Cubin, HasSymbolsOfTheProgramOnly) {
  auto Found = cantFail(cubinSymbols(
      cubin("", {{"k", Global | ELF::STT_FUNC, Kernel, 1},
                 {"local", ELF::STT_FUNC, 0, 1},
                 {"inlined", Weak | ELF::STT_FUNC, 0, 1},
                 {"vprintf", Global | ELF::STT_FUNC, 0, 0},
                 {"Missing", Global | ELF::STT_OBJECT, 0, 0},
                 {".nv.reservedSmem.offset0", Global | ELF::STT_OBJECT, 0, 0},
                 {"__UFT", Global | ELF::STT_OBJECT, 0, 0}})));
  ASSERT_EQ(Found.size(), 4u);
  EXPECT_EQ(Found[0].Name, "k");
  EXPECT_TRUE(Found[0].IsKernel && Found[0].IsDefined && !Found[0].IsWeak);
  EXPECT_TRUE(Found[1].IsWeak && !Found[1].IsKernel);
  EXPECT_TRUE(!Found[2].IsDefined && Found[2].IsFunction);
  EXPECT_EQ(Found[3].Name, "Missing");
  EXPECT_TRUE(!Found[3].IsDefined && !Found[3].IsFunction);
}

TEST(Cubin, DamagedFilesAreErrors) {
  const std::string Whole =
      cubin(place(0, 0, 8, false), {{"k", Global | ELF::STT_FUNC, Kernel, 1}});
  for (size_t Size = 0; Size < Whole.size(); Size += 3) {
    consumeError(cubinSymbols(StringRef(Whole).take_front(Size)).takeError());
    consumeError(
        cubinParameters(StringRef(Whole).take_front(Size), "k").takeError());
  }
  for (size_t At = 0; At != Whole.size(); ++At)
    for (const char Byte : {'\0', '\x7f', '\xff'}) {
      std::string Damaged = Whole;
      Damaged[At] = Byte;
      consumeError(cubinSymbols(Damaged).takeError());
      consumeError(cubinParameters(Damaged, "k").takeError());
    }
}

} // namespace
