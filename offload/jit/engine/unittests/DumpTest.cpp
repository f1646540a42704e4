//===- DumpTest.cpp - Tests of OMP_JIT_DUMP -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>
#include <sys/stat.h>

using namespace ompjit;
using namespace ompjit::jit;
using testing::HasSubstr;

namespace {

class DumpTest : public EngineFixture {
protected:
  DumpTest() { Chosen.DumpFolder = Folder / "made/for/it"; }

  /// Returns the content of the only file with that ending; empty if there is
  /// none, or several.
  std::string contentOf(const std::string &Ending) {
    std::vector<std::string> Found;
    for (const auto &Each :
         std::filesystem::directory_iterator(Chosen.DumpFolder))
      if (Each.path().string().ends_with(Ending))
        Found.push_back(Each.path());
    if (Found.size() != 1)
      return "";
    std::ostringstream Text;
    Text << std::ifstream(Found[0]).rdbuf();
    return Text.str();
  }

  Kernel *kernel() {
    return start(PackageBuilder().kernel("k", {~0ull}).build(), Device)
        ->findKernel("entry_k");
  }
};

TEST_F(DumpTest, CompilesBecomeFiles) {
  launch(kernel(), {7});
  EXPECT_EQ(contentOf(".before.ll"), "before kernel k 0=7");
  const std::string Summary = contentOf(".txt");
  EXPECT_THAT(Summary, HasSubstr("kernel: k\n"));
  EXPECT_THAT(Summary, HasSubstr("fact: parameter 0 = 7 (0x7)\n"));
  EXPECT_THAT(Summary, HasSubstr("outcome: compiled\n"));
}

TEST_F(DumpTest, WithoutAFolderNoTextsAreAskedFor) {
  Chosen.DumpFolder.clear();
  bool WantsTexts = true;
  Answers->Failure = [&](const CompileRequest &Request) {
    WantsTexts = Request.WantsTexts;
    return "";
  };
  launch(kernel(), {7});
  EXPECT_FALSE(WantsTexts);
}

TEST_F(DumpTest, ImagesOnDiskAreCompiledAgain) {
  Chosen.Cache = CacheMode::Disk;
  const std::string NoFolder = std::exchange(Chosen.DumpFolder, "");
  launch(kernel(), {7});
  EXPECT_EQ(Answers->Compiles, 1);
  Chosen.DumpFolder = Folder / "dump";
  Jit.reset();
  Kernel *Again = kernel();
  launch(Again, {7});
  launch(Again, {7});
  EXPECT_EQ(Answers->Compiles, 2);
  EXPECT_EQ(contentOf(".before.ll"), "before kernel k 0=7");
}

TEST_F(DumpTest, FailedCompilesAreShown) {
  Answers->Failure = [](const CompileRequest &Request) {
    return Request.Facts.empty() ? "" : "no code for that";
  };
  EXPECT_EQ(launch(kernel(), {7}), "kernel k");
  std::string Summaries;
  for (const auto &Each :
       std::filesystem::directory_iterator(Chosen.DumpFolder)) {
    std::ostringstream Text;
    Text << std::ifstream(Each.path()).rdbuf();
    Summaries += Text.str();
  }
  EXPECT_THAT(Summaries, HasSubstr("outcome: no code for that\n"));
  EXPECT_THAT(Summaries, HasSubstr("before kernel k 0=7"));
}

TEST_F(DumpTest, LongAndOddNamesAreFileNames) {
  const std::string Name = "a/" + std::string(300, 'x');
  Kernel *K = start(PackageBuilder().kernel(Name, {~0ull}).build(), Device)
                  ->findKernel("entry_" + Name);
  launch(K, {7});
  EXPECT_EQ(contentOf(".before.ll"), "before kernel " + Name + " 0=7");
  EXPECT_TRUE(Lines.empty());
}

TEST_F(DumpTest, AFolderThatCannotBeMadeIsOneWarning) {
  Chosen.DumpFolder = Folder / "file";
  std::ofstream(Chosen.DumpFolder) << "in the way";
  Kernel *K = kernel();
  EXPECT_EQ(launch(K, {7}), "kernel k 0=7");
  EXPECT_EQ(launch(K, {8}), "kernel k 0=8");
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_THAT(Lines[0], HasSubstr("warning: OMP_JIT_DUMP: the folder " +
                                  Chosen.DumpFolder + " cannot be made: "));
}

TEST_F(DumpTest, AFileThatCannotBeWrittenIsOneWarning) {
  // Nobody can make files in this folder.
  Chosen.DumpFolder = "/proc/self/fdinfo";
  Kernel *K = kernel();
  EXPECT_EQ(launch(K, {7}), "kernel k 0=7");
  EXPECT_EQ(launch(K, {8}), "kernel k 0=8");
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_THAT(Lines[0], HasSubstr("warning: OMP_JIT_DUMP: cannot create "));
}

} // namespace
