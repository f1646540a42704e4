//===- OffloadScanTest.cpp - Unit tests for OffloadScan -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/OffloadScan.h"

#include "ompjit/Support/Testing/TemporaryFolder.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <vector>

using namespace ompjit::driver;

namespace {

class OffloadScanTest : public testing::Test {
protected:
  void SetUp() override {
    std::filesystem::create_directory(Folder + "/config");
  }

  /// Writes a file in the test's folder. \returns its path.
  std::string write(const std::string &Name, const std::string &Text) {
    std::string Path = Folder + "/" + Name;
    std::ofstream(Path) << Text;
    return Path;
  }

  bool scan(const std::vector<std::string> &Arguments,
            const char *OverrideOptions = nullptr) {
    std::vector<const char *> Pointers;
    Pointers.reserve(Arguments.size());
    for (const std::string &Argument : Arguments)
      Pointers.push_back(Argument.c_str());
    return mayOffload({Pointers, OverrideOptions, Folder + "/config"});
  }

  const ompjit::TemporaryFolder Made;
  const std::string &Folder = Made.path();
};

static bool mayCompile(std::vector<const char *> Arguments) {
  return ompjit::driver::mayCompile(Arguments);
}

TEST(MayCompileTest, KnowsSources) {
  EXPECT_TRUE(mayCompile({"-c", "folder.o/a.cpp"}));
  EXPECT_TRUE(mayCompile({"a.o", "b.c", "-o", "app"}));
  EXPECT_TRUE(mayCompile({"a.ii"}));
  EXPECT_TRUE(mayCompile({"-xc++", "a.o"}));
  EXPECT_TRUE(mayCompile({"-x", "c", "-"}));
  EXPECT_TRUE(mayCompile({"@file"}));
  EXPECT_TRUE(mayCompile({"--config=file"}));
}

TEST(MayCompileTest, KnowsLinks) {
  EXPECT_FALSE(mayCompile({}));
  EXPECT_FALSE(mayCompile({"a.o", "liba.a", "libb.so.2", "-lc", "-o", "app"}));
  EXPECT_FALSE(mayCompile({"c", "folder.c/app"}));
  EXPECT_FALSE(mayCompile({"-DX=a.c", "a.o"}));
}

TEST_F(OffloadScanTest, PlainCompilationsDoNotOffload) {
  EXPECT_FALSE(scan({}));
  EXPECT_FALSE(scan({"-c", "a.c"}));
  EXPECT_FALSE(
      scan({"-fopenmp", "-O2", "offload.cpp", "-o", "openmp-targets"}));
  EXPECT_FALSE(scan({"-fopenmp-target-jit", "-foffload-lto", "-c", "a.c"}));
}

TEST_F(OffloadScanTest, EachOffloadingOptionCounts) {
  for (const char *Option :
       {"-fopenmp-targets=x86_64-pc-linux-gnu", "--offload-targets=nvptx64",
        "--offload-arch=sm_90", "--cuda-gpu-arch=sm_90", "--offload=amdgcn",
        "--offload-link"})
    EXPECT_TRUE(scan({"-c", Option, "a.c"})) << Option;
}

TEST_F(OffloadScanTest, StepsOfACompilationAreNotPlanned) {
  EXPECT_FALSE(scan({"-cc1", "--offload-targets=nvptx64"}));
  EXPECT_FALSE(scan({"-cc1as", "--offload-arch=sm_90"}));
  EXPECT_TRUE(scan({"-c", "-cc1", "--offload-targets=nvptx64"}));
}

TEST_F(OffloadScanTest, ResponseFileIsSearched) {
  EXPECT_FALSE(scan({"@" + write("plain", "-c a.c -fopenmp\n-O2")}));
  EXPECT_TRUE(scan({"@" + write("offload", "-c a.c\n-fopenmp-targets=x")}));
}

TEST_F(OffloadScanTest, QuotesInResponseFileDoNotHideAnOption) {
  EXPECT_TRUE(scan({"@" + write("1", "\"-fopenmp-targets=x y\"")}));
  EXPECT_TRUE(scan({"@" + write("2", "-fopenmp-'targets'=x")}));
  EXPECT_TRUE(scan({"@" + write("3", "-fopenmp\\-targets=x")}));
  EXPECT_TRUE(scan({"@" + write("4", "-fopenmp-tar\\\ngets=x")}));
  EXPECT_TRUE(scan({"@" + write("5", "-fopenmp-tar\\\r\ngets=x")}));
  EXPECT_FALSE(scan({"@" + write("6", "-DA=\"-fopenmp\" 'b c' d\\ e")}));
}

TEST_F(OffloadScanTest, NestedResponseFileCounts) {
  EXPECT_TRUE(scan({"@" + write("first", "@inner")}));
  EXPECT_TRUE(scan({"@" + write("later", "-c a.c @inner")}));
  EXPECT_TRUE(scan({"@" + write("line", "-c a.c\n@inner")}));
  EXPECT_TRUE(scan({"@" + write("quoted", "-c \"@inner\"")}));
  EXPECT_FALSE(scan({"@" + write("path", "-I/opt/lib@2 user@host:/a.c")}));
}

TEST_F(OffloadScanTest, MissingResponseFileIsAPlainArgument) {
  EXPECT_FALSE(scan({"@" + Folder + "/missing"}));
  EXPECT_FALSE(scan({"@" + Folder}));
  EXPECT_FALSE(scan({"@"}));
}

TEST_F(OffloadScanTest, PipeIsLeftUnread) {
  std::string Pipe = Folder + "/pipe";
  ASSERT_EQ(mkfifo(Pipe.c_str(), 0600), 0);
  // Opening the pipe would block for ever, because nobody writes.
  EXPECT_TRUE(scan({"@" + Pipe}));
}

TEST_F(OffloadScanTest, NamedConfigurationFilesCount) {
  EXPECT_TRUE(scan({"--config=a.cfg", "-c", "a.c"}));
  EXPECT_TRUE(scan({"--config", "a.cfg", "-c", "a.c"}));
  EXPECT_TRUE(scan({"--config-user-dir=/etc/clang", "-c", "a.c"}));
  EXPECT_TRUE(scan({"@" + write("response", "--config=a.cfg -c a.c")}));
}

TEST_F(OffloadScanTest, DefaultConfigurationFilesAreSearched) {
  EXPECT_FALSE(scan({"-c", "a.c"}));
  write("config/clang.cfg", "-O2 -I<CFGDIR>/include");
  write("config/clang.txt", "-fopenmp-targets=x");
  EXPECT_FALSE(scan({"-c", "a.c"}));
  write("config/x86_64-pc-linux-gnu-clang++.cfg", "-fopenmp-targets=x");
  EXPECT_TRUE(scan({"-c", "a.c"}));
}

TEST_F(OffloadScanTest, IncludeInDefaultConfigurationFileCounts) {
  write("config/clang.cfg", "-O2\n@common.cfg");
  EXPECT_TRUE(scan({"-c", "a.c"}));
}

TEST_F(OffloadScanTest, MissingConfigurationFolderIsNoProblem) {
  std::filesystem::remove_all(Folder + "/config");
  EXPECT_FALSE(scan({"-c", "a.c"}));
}

TEST_F(OffloadScanTest, OverrideOptionsCount) {
  EXPECT_TRUE(scan({"-c", "a.c"}, "+-fopenmp-targets=x"));
  EXPECT_FALSE(scan({"-cc1", "a.c"}, "+-fopenmp-targets=x"));
}

} // namespace
