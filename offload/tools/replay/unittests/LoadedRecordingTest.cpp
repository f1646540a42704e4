//===- LoadedRecordingTest.cpp - Tests of reading recordings --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedRecording.h"

#include "ompjit/Support/Checksum.h"
#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace ompjit;
using namespace ompjit::replay;
using testing::HasSubstr;

namespace {

/// A recording of two blocks and a global.
class LoadedRecordingTest : public testing::Test {
protected:
  LoadedRecordingTest() {
    D.Kernel = "k";
    D.Plugin = "host";
    D.Memory = {0x1000, 4096};
    D.Blocks = {{0x1000, 16}, {0x1084, 12}};
    D.Globals = {{"g", {0x9000, 8}}};
    D.Launch.Arguments = {0x9004, 0x9008, 5};
    Input = std::string(36, 'i');
    D.Image = save("k.image", "image");
    D.Input = save("k.input", Input);
    D.Output = save("k.output", std::string(36, 'o'));
  }

  recording::File save(const std::string &Name, const std::string &Bytes) {
    std::ofstream(Folder / Name) << Bytes;
    return {Name, Bytes.size(), checksum(Bytes)};
  }
  Result<LoadedRecording> load(bool AllowChanges = false) {
    save("k.json", recording::write(D));
    return LoadedRecording::load(Folder / "k.json", AllowChanges);
  }
  std::string errorOf(bool AllowChanges = false) {
    Result<LoadedRecording> R = load(AllowChanges);
    return R ? "loaded" : R.error().message();
  }
  static uint64_t word(const std::string &Bytes, size_t At) {
    uint64_t Value = 0;
    std::memcpy(&Value, Bytes.data() + At, sizeof(Value));
    return Value;
  }
  void setWord(size_t At, uint64_t Value) {
    std::memcpy(Input.data() + At, &Value, sizeof(Value));
    D.Input = save("k.input", Input);
  }

  const TemporaryFolder Folder;
  std::string Input;
  recording::Descriptor D;
};

TEST_F(LoadedRecordingTest, ReadsAllFiles) {
  Result<LoadedRecording> R = load();
  ASSERT_TRUE(bool(R)) << R.error().message();
  EXPECT_EQ(R->Image, "image");
  EXPECT_EQ(R->Input, Input);
  EXPECT_EQ(R->Output, std::string(36, 'o'));
}

TEST_F(LoadedRecordingTest, NamesTheFileThatIsMissing) {
  std::filesystem::remove(Folder / "k.input");
  EXPECT_THAT(errorOf(), HasSubstr("k.input': No such file"));
  EXPECT_THAT(LoadedRecording::load(Folder / "x.json", false).error().message(),
              HasSubstr("x.json': No such file"));
}

TEST_F(LoadedRecordingTest, NamesTheFileThatWasChanged) {
  save("k.output", std::string(35, 'o') + "x");
  EXPECT_THAT(errorOf(), HasSubstr("k.output' was changed"));
  EXPECT_EQ(errorOf(/*AllowChanges=*/true), "loaded");
}

TEST_F(LoadedRecordingTest, KnowsAChangedDescriptor) {
  std::string Text = recording::write(D);
  Text.replace(Text.find("0x9008"), 6, "0x9007");
  save("k.json", Text);
  const std::string Path = Folder / "k.json";
  EXPECT_THAT(LoadedRecording::load(Path, false).error().message(),
              HasSubstr("k.json' was changed"));
  EXPECT_TRUE(bool(LoadedRecording::load(Path, true)));
}

TEST_F(LoadedRecordingTest, NamesTheFileThatIsCut) {
  save("k.image", "imag");
  EXPECT_THAT(errorOf(/*AllowChanges=*/true),
              HasSubstr("k.image' has 4 bytes, recorded were 5"));
}

TEST_F(LoadedRecordingTest, LeavesTheMemoryWhereNothingMoved) {
  setWord(0, 0x9004);
  Result<LoadedRecording> R = load();
  ASSERT_TRUE(bool(R));
  EXPECT_EQ(R->relocate({0x9000}), 0u);
  EXPECT_EQ(R->Input, Input);
}

TEST_F(LoadedRecordingTest, LetsPointersFollowTheVariables) {
  setWord(8, 0x9007);
  setWord(16, 0x9000); // This is at 0x1084, where no pointer can be.
  setWord(20, 0x9000); // This is at 0x1088.
  setWord(28, 0x9008); // The value is just behind the variable.
  Result<LoadedRecording> R = load();
  ASSERT_TRUE(bool(R));
  EXPECT_EQ(R->relocate({0x7000}), 3u);
  EXPECT_EQ(word(R->Input, 8), 0x7007u);
  EXPECT_EQ(word(R->Input, 20), 0x7000u);
  EXPECT_EQ(word(R->Input, 28), 0x9008u);
  EXPECT_THAT(R->Descriptor.Launch.Arguments,
              testing::ElementsAre(0x7004, 0x9008, 5));
}

} // namespace
