//===- ElfTest.cpp - Tests of the checks on an image ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/SharedObject.h"
#include "ompjit/Targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <string>

using namespace ompjit::plugins;
using testing::AllOf;
using testing::HasSubstr;

namespace {

/// The smallest file that the check accepts; tests damage it.
struct SmallImage {
  Elf64_Ehdr Header = {};
  Elf64_Phdr Segments[2] = {};

  SmallImage() {
    std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
    Header.e_ident[EI_CLASS] = ELFCLASS64;
    Header.e_ident[EI_DATA] = ELFDATA2LSB;
    Header.e_machine = ompjit::ThisHost.ElfMachine;
    Header.e_type = ET_DYN;
    Header.e_phoff = sizeof(Header);
    Header.e_phentsize = sizeof(Elf64_Phdr);
    Header.e_phnum = 2;
    Segments[0].p_type = PT_LOAD;
    Segments[0].p_filesz = sizeof(*this);
    Segments[1].p_type = PT_DYNAMIC;
  }

  std::string check() {
    ompjit_error Error = {};
    return checkSharedObject(this, sizeof(*this), &Error) ? Error.text : "";
  }
};

TEST(Elf, AcceptsASharedObject) { EXPECT_EQ(SmallImage().check(), ""); }

TEST(Elf, NamesBothMachines) {
  SmallImage Image;
  Image.Header.e_machine = EM_CUDA;
  EXPECT_THAT(Image.check(),
              AllOf(HasSubstr("NVIDIA CUDA"), HasSubstr("190"),
                    HasSubstr(std::string(ompjit::ThisHost.Host.Name))));
  Image.Header.e_machine = 4242;
  EXPECT_THAT(Image.check(), HasSubstr("4242"));
}

TEST(Elf, RefusesObjectsAndPrograms) {
  for (uint16_t Type : {ET_REL, ET_EXEC, ET_CORE}) {
    SmallImage Image;
    Image.Header.e_type = Type;
    EXPECT_NE(Image.check(), "");
  }
}

TEST(Elf, FindsHeadersAndSegmentsOutsideTheFile) {
  SmallImage Image;
  Image.Header.e_phoff = ~uint64_t(0) - 8;
  EXPECT_THAT(Image.check(), HasSubstr("program headers"));
  Image = SmallImage();
  Image.Header.e_phnum = 3;
  EXPECT_THAT(Image.check(), HasSubstr("program headers"));
  Image = SmallImage();
  Image.Header.e_shoff = sizeof(Image);
  Image.Header.e_shentsize = sizeof(Elf64_Shdr);
  Image.Header.e_shnum = 1;
  EXPECT_THAT(Image.check(), HasSubstr("section headers"));
  Image = SmallImage();
  Image.Segments[0].p_filesz += 1;
  EXPECT_THAT(Image.check(), HasSubstr("segment 0"));
  Image = SmallImage();
  Image.Segments[1].p_offset = ~uint64_t(0);
  Image.Segments[1].p_filesz = 2;
  EXPECT_THAT(Image.check(), HasSubstr("segment 1"));
}

TEST(Elf, NeedsADynamicSection) {
  SmallImage Image;
  Image.Segments[1].p_type = PT_NULL;
  EXPECT_THAT(Image.check(), HasSubstr("dynamic section"));
}

} // namespace
