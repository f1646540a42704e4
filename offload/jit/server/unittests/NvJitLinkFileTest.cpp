//===- NvJitLinkFileTest.cpp - Tests of finding NVIDIA's linker -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Server/NvJitLinkFile.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace ompjit;
using namespace ompjit::jit;
using testing::Contains;
using testing::HasSubstr;

namespace {

class NvJitLinkFileTest : public testing::Test {
protected:
  NvJitLinkFileTest() {
    std::filesystem::create_directories(Root + "/a");
    std::filesystem::create_directories(Root + "/b");
  }

  std::string write(const std::string &Name, const std::string &Bytes) {
    std::ofstream(Root + Name, std::ios::binary) << Bytes;
    return Root + Name;
  }

  const TemporaryFolder Folder;
  const std::string &Root = Folder.path();
};

TEST_F(NvJitLinkFileTest, NewestMajorVersionOfTheFirstFolderIsFound) {
  const std::vector<std::string> Folders = {Root + "/a", Root + "/b"};
  const Result<NvJitLinkFile> None = findNvJitLink(Folders);
  ASSERT_FALSE(None);
  EXPECT_THAT(None.error().message(), HasSubstr("OMP_JIT_NVJITLINK"));
  write("/a/libnvJitLink.so.12", "twelve");
  EXPECT_EQ(findNvJitLink(Folders)->Path, Root + "/a/libnvJitLink.so.12");
  write("/b/libnvJitLink.so.13", "thirteen");
  EXPECT_EQ(findNvJitLink(Folders)->Path, Root + "/b/libnvJitLink.so.13");
  write("/a/libnvJitLink.so.13", "thirteen");
  EXPECT_EQ(findNvJitLink(Folders)->Path, Root + "/a/libnvJitLink.so.13");
}

TEST_F(NvJitLinkFileTest, IdentityHasTheVersionAndTellsBuildsApart) {
  const std::string Names =
      std::string("x\0__nvJitLinkCreate_12_9\0", 25) +
      std::string("__nvJitLinkCreate_12_10\0__nvJitLinkCreate_12_0\0", 46);
  const std::string One =
      identifyNvJitLink(write("/a/one", Names + "1"))->Identity;
  EXPECT_THAT(One, testing::StartsWith("nvJitLink 12.10, build "));
  EXPECT_EQ(identifyNvJitLink(write("/b/same", Names + "1"))->Identity, One);
  EXPECT_NE(identifyNvJitLink(write("/a/two", Names + "2"))->Identity, One);
  EXPECT_THAT(identifyNvJitLink(write("/a/none", "x"))->Identity,
              testing::StartsWith("nvJitLink, build "));
  EXPECT_FALSE(identifyNvJitLink(Root + "/missing"));
  EXPECT_FALSE(identifyNvJitLink(Root));
}

TEST_F(NvJitLinkFileTest, EnvironmentNamesFolders) {
  ::setenv("LD_LIBRARY_PATH", "/one:relative:/two", 1);
  ::setenv("CUDA_HOME", "/toolkit", 1);
  const std::vector<std::string> Folders = nvJitLinkFolders();
  ::unsetenv("LD_LIBRARY_PATH");
  ::unsetenv("CUDA_HOME");
  EXPECT_EQ(Folders[0], "/one");
  EXPECT_EQ(Folders[1], "/two");
  EXPECT_EQ(Folders[2], "/toolkit/lib64");
  EXPECT_THAT(Folders, Contains("/usr/local/cuda/lib64"));
}

} // namespace
