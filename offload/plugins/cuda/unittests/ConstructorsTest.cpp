//===- ConstructorsTest.cpp - Tests of constructors of images -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructors.h"
#include "Device.h"
#include "FakeDriver.h"
#include "Image.h"
#include "ImageSymbols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <utility>

using namespace ompjit::cuda;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Returns PTX that defines these variables.
std::string ptx(const std::vector<std::string> &Variables) {
  std::string Text = ".version 8.4\n.target sm_90\n.address_size 64\n";
  for (const std::string &Each : Variables)
    Text += ".visible .const .align 8 .u64 " + Each + " = f;\n";
  return Text;
}

/// Returns a cubin with a table of symbols, of which the first is empty.
std::string cubin(const std::vector<std::string> &Variables,
                  Elf64_Section DefinedIn = 1) {
  std::vector<Elf64_Sym> Table(1);
  std::string Strings(1, '\0');
  for (const std::string &Each : Variables) {
    Elf64_Sym Symbol = {};
    Symbol.st_name = Elf64_Word(Strings.size());
    Symbol.st_shndx = DefinedIn;
    Table.push_back(Symbol);
    Strings += Each + '\0';
  }
  Elf64_Ehdr Header = {};
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_ident[EI_CLASS] = ELFCLASS64;
  Header.e_ident[EI_DATA] = ELFDATA2LSB;
  Header.e_ident[EI_ABIVERSION] = 7;
  Header.e_machine = EM_CUDA;
  Header.e_flags = 90;
  Header.e_shoff = sizeof(Header);
  Header.e_shentsize = sizeof(Elf64_Shdr);
  Header.e_shnum = 3;
  Elf64_Shdr Sections[3] = {};
  Sections[1].sh_type = SHT_SYMTAB;
  Sections[1].sh_link = 2;
  Sections[1].sh_offset = sizeof(Header) + sizeof(Sections);
  Sections[1].sh_size = Table.size() * sizeof(Elf64_Sym);
  Sections[2].sh_type = SHT_STRTAB;
  Sections[2].sh_offset = Sections[1].sh_offset + Sections[1].sh_size;
  Sections[2].sh_size = Strings.size();
  std::string Bytes(reinterpret_cast<const char *>(&Header), sizeof(Header));
  Bytes.append(reinterpret_cast<const char *>(Sections), sizeof(Sections));
  Bytes.append(reinterpret_cast<const char *>(Table.data()),
               Sections[1].sh_size);
  return Bytes + Strings;
}

StartAndEnd codeOf(const std::string &Image) {
  // The test uses a copy of its own, so that a sanitizer sees a read past the
  // end.
  const std::vector<char> Copy(Image.begin(), Image.end());
  ImageHeader Header;
  ompjit_error Error = {};
  EXPECT_EQ(readHeader(Copy.data(), Copy.size(), Header, &Error), 0)
      << Error.text;
  return findStartAndEnd(Copy.data(), Copy.size(), Header.Kind);
}

TEST(CudaConstructors, AreOrderedByPriorityAndThenAsDefined) {
  const std::vector<std::string> Defined = {
      "__init_array_object__GLOBAL__sub_I_$_b_1f_65535",
      "__fini_array_object___dtor_a_1f_65535",
      "__init_array_object__GLOBAL__I_000200_1f_200",
      "not__init_array_object_f_1f_1",
      "__init_array_object__GLOBAL__sub_I_a_2f_65535",
      "__init_array_start",
      "__init_array_object__GLOBAL__I_000101_1f_101",
      "__fini_array_object___dtor_b_1f_65535",
      "__init_array_object__GLOBAL__I_000200_1f_200"};
  for (const std::string &Image : {ptx(Defined), cubin(Defined)}) {
    const StartAndEnd Code = codeOf(Image);
    EXPECT_THAT(Code.Constructors,
                ElementsAre("__init_array_object__GLOBAL__I_000101_1f_101",
                            "__init_array_object__GLOBAL__I_000200_1f_200",
                            "__init_array_object__GLOBAL__sub_I_$_b_1f_65535",
                            "__init_array_object__GLOBAL__sub_I_a_2f_65535"));
    EXPECT_THAT(Code.Destructors,
                ElementsAre("__fini_array_object___dtor_a_1f_65535",
                            "__fini_array_object___dtor_b_1f_65535"));
  }
}

TEST(CudaConstructors, AreNotWhatIsOnlyMentioned) {
  EXPECT_THAT(
      codeOf(cubin({"__init_array_object_f_1f_1"}, SHN_UNDEF)).Constructors,
      IsEmpty());
  EXPECT_THAT(codeOf(ptx({})).Constructors, IsEmpty());
}

TEST(CudaConstructors, OfDamagedTablesAreNone) {
  const std::string Whole = cubin({"__init_array_object_f_1f_1"});
  // Whichever byte is damaged, nothing outside of the image is read.
  for (size_t At = 0; At != Whole.size(); ++At) {
    std::string Damaged = Whole;
    Damaged[At] = char(Damaged[At] ^ 0xff);
    ImageHeader Header;
    const std::vector<char> Copy(Damaged.begin(), Damaged.end());
    if (!readHeader(Copy.data(), Copy.size(), Header, nullptr))
      EXPECT_LE(findStartAndEnd(Copy.data(), Copy.size(), Header.Kind)
                    .Constructors.size(),
                1u)
          << At;
  }
}

/// An image with two constructors and a destructor, which the driver knows.
class CudaStartTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(openDevice(Fake.Table, 0, &Device, &Error), 0) << Error.text;
    uint64_t Address = 0x100;
    for (const char *Name :
         {"__init_array_object_a_1_65535", "__init_array_object_b_1_7",
          "__fini_array_object_c_1_65535"}) {
      Defined.push_back(Name);
      Fake.Globals[Name].assign(reinterpret_cast<const char *>(&Address),
                                sizeof(Address));
      Address += 0x100;
    }
    for (const char *Name : {"__init_array_start", "__init_array_end",
                             "__fini_array_start", "__fini_array_end"})
      Fake.Globals[Name].assign(8, '\0');
    Fake.OnLaunch = [this] { Called.push_back(arrays()); };
  }
  void TearDown() override {
    if (Image)
      unloadImage(Device, Image);
    closeDevice(Device);
    EXPECT_TRUE(Fake.Live.empty());
  }

  int load() {
    const std::string Text = ptx(Defined);
    return loadImage(Device, Text.data(), Text.size(), "test", &Image, &Error);
  }

  /// Returns what the running kernel finds in its array.
  std::vector<uint64_t> arrays() {
    const char *Kind = Called.empty() ? "init" : "fini";
    auto Pointer = [&](const char *Which) {
      const uint64_t *Value;
      std::memcpy(
          &Value,
          Fake.Globals[std::string("__") + Kind + "_array_" + Which].data(),
          sizeof(Value));
      return Value;
    };
    return std::vector<uint64_t>(Pointer("start"), Pointer("end"));
  }

  FakeDriver Fake;
  ompjit_device *Device = nullptr;
  ompjit_image *Image = nullptr;
  ompjit_error Error = {};
  std::vector<std::string> Defined;
  std::vector<std::vector<uint64_t>> Called;
};

TEST_F(CudaStartTest, RunsConstructorsAtLoadAndDestructorsAtUnload) {
  ASSERT_EQ(load(), 0) << Error.text;
  EXPECT_THAT(Called, ElementsAre(ElementsAre(0x200, 0x100)));
  ASSERT_EQ(Fake.Launches.size(), 1u);
  EXPECT_EQ(Fake.Launches[0].GridX, 1u);
  EXPECT_EQ(Fake.Launches[0].BlockX, 1u);
  EXPECT_THAT(Fake.Launches[0].Words, IsEmpty());
  unloadImage(Device, std::exchange(Image, nullptr));
  EXPECT_THAT(Called,
              ElementsAre(ElementsAre(0x200, 0x100), ElementsAre(0x300)));
  EXPECT_EQ(Fake.Calls["ModuleUnload"], 1);
}

TEST_F(CudaStartTest, DoesNotLoadWhatCannotBeStarted) {
  Fake.Failures["LaunchKernel"] = Result::OutOfMemory;
  EXPECT_NE(load(), 0);
  EXPECT_THAT(Error.text,
              HasSubstr("GPU 0 does not start the image 'test': cannot run its "
                        "constructors: cannot launch the kernel "
                        "nvptx$device$init: CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT_EQ(Fake.Calls["ModuleUnload"], 1);
}

TEST_F(CudaStartTest, SaysWhatIsMissing) {
  Fake.Globals.erase("__init_array_end");
  EXPECT_NE(load(), 0);
  EXPECT_THAT(Error.text, HasSubstr("no symbol '__init_array_end'"));
  Fake.Globals["__init_array_end"].assign(4, '\0');
  EXPECT_NE(load(), 0);
  EXPECT_THAT(Error.text, HasSubstr("'__init_array_end' has 4 bytes instead "
                                    "of 8"));
}

} // namespace
