//===- CudaLinkTest.cpp - Tests of what NVIDIA's linker makes -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "ompjit/ImageRecord.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

using namespace ompjit;
using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

class CudaLinkTest : public EngineFixture {
protected:
  CudaLinkTest() {
    Chosen.Cache = CacheMode::Disk;
    install("first");
    Answers->Failure = [this](const CompileRequest &Request) {
      Asked = Request;
      return "";
    };
  }

  /// Has the machine a linker with these bytes.
  void install(const std::string &Bytes) {
    Chosen.NvJitLink = Folder / "libnvJitLink.so.13";
    std::ofstream(Chosen.NvJitLink, std::ios::binary)
        << "__nvJitLinkCreate_13_0" << Bytes;
  }
  void uninstall() { Chosen.NvJitLink = Folder / "nothing"; }

  std::string link() {
    restart();
    Result<std::string> Linked =
        Jit->link(PackageBuilder().ltoIr().digest(1).build(), "k");
    return Linked ? *Linked : Linked.error().message();
  }

  CompileRequest Asked;
};

TEST_F(CudaLinkTest, TheCompilerIsToldOfTheLinker) {
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(Asked.LinkerFile, Chosen.NvJitLink);
  EXPECT_THAT(Asked.LinkerIdentity, testing::StartsWith("nvJitLink 13.0, "));
  // No other link asks for one.
  Result<std::string> Other =
      Jit->link(PackageBuilder().fragments().digest(2).build(), "k");
  ASSERT_TRUE(Other);
  EXPECT_EQ(Asked.LinkerFile, "");
  EXPECT_EQ(Asked.LinkerIdentity, "");
}

TEST_F(CudaLinkTest, G14_AnotherLinkerMakesAnotherImage) {
  link();
  link();
  EXPECT_EQ(Answers->Compiles, 1);
  install("second");
  link();
  EXPECT_EQ(Answers->Compiles, 2);
  install("first");
  link();
  EXPECT_EQ(Answers->Compiles, 2);
}

TEST_F(CudaLinkTest, WithoutALinkerTheImageOfTheLastOneServes) {
  uninstall();
  EXPECT_THAT(link(), testing::AllOf(HasSubstr("OMP_JIT_NVJITLINK"),
                                     HasSubstr("cannot be read")));
  EXPECT_EQ(Answers->Compiles, 0);
  install("first");
  EXPECT_EQ(link(), "package k");
  uninstall();
  EXPECT_EQ(link(), "package k");
  EXPECT_EQ(statistic("link_l2_disk_hits"), 1u);
  EXPECT_EQ(Answers->Compiles, 1);
}

TEST_F(CudaLinkTest, ARecordDoesNotNameTheLinker) {
  Chosen.RecordFile = Folder / "record";
  link();
  std::ifstream File(Chosen.RecordFile, std::ios::binary);
  const std::string Bytes{std::istreambuf_iterator<char>(File), {}};
  const ImageRecords Found = decodeRecords(Bytes);
  ASSERT_EQ(Found.Images.size(), 1u);
  EXPECT_EQ(Found.Images[0].Request.LinkerFile, "");
  EXPECT_EQ(Found.Images[0].Request.LinkerIdentity, "");
  ASSERT_EQ(Found.Fragments.size(), 1u);
  EXPECT_TRUE(Found.Fragments[0].isLtoIr());
}

} // namespace
