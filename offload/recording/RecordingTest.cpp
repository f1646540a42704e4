//===- RecordingTest.cpp - Tests of the format of recordings --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Recording.h"

#include "ompjit/Support/Checksum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace ompjit;
using namespace ompjit::recording;
using testing::HasSubstr;

namespace {

Descriptor example() {
  Descriptor D;
  D.Kernel = "__omp_offloading_\"a\\b\"_\x01_main_l7";
  D.Plugin = "host";
  D.DeviceId = 3;
  D.Launch.Arguments = {0x7f0000000080, 0, ~uint64_t(0)};
  D.Launch.NumTeams = {0xffffffff, 1, 1};
  D.Launch.ThreadLimit = {0, 1, 1};
  D.Launch.TripCount = uint64_t(1) << 60;
  D.Launch.DynamicMemoryBytes = 16;
  D.Memory = {0x7f0000000000, 4096};
  D.Blocks = {{0x7f0000000000, 100}, {0x7f0000000080, 28}};
  D.Known = {{0x7f0000000084, 24}, {0x7f0000000000, 100}};
  D.Globals = {{"g", {0x5500000, 4}}};
  D.Image = {"image-1.image", 1000, 77};
  D.Bound = {{"_Z1fd", "half", {"image-2.image", 50, 3}}};
  D.Input = {"k.0.input", 132, ~uint64_t(0)};
  D.Output = File{"k.0.output", 132, 5};
  return D;
}

std::string replaced(std::string Text, const std::string &From,
                     const std::string &To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, Text.npos) << From;
  return Text.replace(At, From.size(), To);
}

std::string errorOf(const std::string &Text) {
  Result<Descriptor> D = parse(Text);
  return D ? "accepted" : D.error().message();
}

TEST(RecordingTest, ReadsWhatItWrites) {
  const Descriptor Written = example();
  Result<Descriptor> Read = parse(write(Written));
  ASSERT_TRUE(bool(Read)) << Read.error().message();
  EXPECT_EQ(Read->Kernel, Written.Kernel);
  EXPECT_EQ(Read->Plugin, "host");
  EXPECT_EQ(Read->DeviceId, 3u);
  EXPECT_EQ(Read->Launch.Arguments, Written.Launch.Arguments);
  EXPECT_EQ(Read->Launch.NumTeams, Written.Launch.NumTeams);
  EXPECT_EQ(Read->Launch.TripCount, Written.Launch.TripCount);
  EXPECT_EQ(Read->Launch.DynamicMemoryBytes, 16u);
  EXPECT_EQ(Read->Blocks.size(), 2u);
  EXPECT_EQ(Read->Known.at(0).Address, 0x7f0000000084u);
  EXPECT_EQ(Read->Known.at(0).Bytes, 24u);
  EXPECT_EQ(Read->Globals[0].Name, "g");
  EXPECT_EQ(Read->Bound.at(0).Code.Name, "image-2.image");
  EXPECT_EQ(Read->Input.Checksum, ~uint64_t(0));
  EXPECT_EQ(Read->Output->Name, "k.0.output");
  EXPECT_EQ(write(*Read), write(Written));
}

TEST(RecordingTest, AnOutputIsNotNeeded) {
  Descriptor D = example();
  D.Output.reset();
  Result<Descriptor> Read = parse(write(D));
  ASSERT_TRUE(bool(Read));
  EXPECT_FALSE(Read->Output);
}

TEST(RecordingTest, NothingHasToBeKnown) {
  Descriptor D = example();
  D.Known.clear();
  Result<Descriptor> Read = parse(write(D));
  ASSERT_TRUE(bool(Read));
  EXPECT_TRUE(Read->Known.empty());
}

TEST(RecordingTest, KnownMemoryIsInBlocks) {
  const std::string Good = write(example());
  for (const char *Wrong :
       {"{\"address\": \"0x7f0000000084\", \"bytes\": 25}",
        "{\"address\": \"0x7f0000000070\", \"bytes\": 24}",
        "{\"address\": \"0x7f000000009d\", \"bytes\": 0}",
        "{\"address\": \"0xffffffffffffffff\", \"bytes\": 1}",
        "{\"address\": \"0x7f0000000084\", "
        "\"bytes\": 18446744073709551615}"})
    EXPECT_NE(
        errorOf(replaced(
            Good, "{\"address\": \"0x7f0000000084\", \"bytes\": 24}", Wrong)),
        "accepted")
        << Wrong;
}

TEST(RecordingTest, SaysWhichFieldIsWrong) {
  const std::string Good = write(example());
  EXPECT_THAT(errorOf(replaced(Good, "\"kernel\"", "\"colonel\"")),
              HasSubstr("'kernel' is missing"));
  EXPECT_THAT(errorOf(replaced(Good, "\"version\": 1", "\"version\": 2")),
              HasSubstr("has version 2, version 1 is understood"));
  EXPECT_THAT(errorOf(replaced(Good, "\"ompjit-recording\"", "\"other\"")),
              HasSubstr("no recording"));
  EXPECT_THAT(errorOf(replaced(Good, "\"device\": 3", "\"device\": -3")),
              HasSubstr("line 6"));
  EXPECT_THAT(
      errorOf(replaced(Good, "\"device\": 3", "\"device\": 4294967296")),
      HasSubstr("'device' is no number that fits"));
  EXPECT_THAT(errorOf(replaced(Good, "\"0xffffffffffffffff\"", "\"0xfz\"")),
              HasSubstr("'arguments'"));
  EXPECT_THAT(errorOf(replaced(Good, "[4294967295, 1, 1]", "[1, 1]")),
              HasSubstr("'num_teams' is no array of three"));
  EXPECT_THAT(errorOf(replaced(Good, "\"name\": \"g\"", "\"name\": 4")),
              HasSubstr("'globals[0].name' is no string"));
}

TEST(RecordingTest, KnowsThatItWasChanged) {
  const std::string Good = write(example());
  Result<Descriptor> Unchanged = parse(Good);
  ASSERT_TRUE(bool(Unchanged)) << Unchanged.error().message();
  EXPECT_TRUE(Unchanged->IsIntact);
  Result<Descriptor> Changed =
      parse(replaced(Good, "\"0x7f0000000080\"", "\"0x0\""));
  ASSERT_TRUE(bool(Changed)) << Changed.error().message();
  EXPECT_FALSE(Changed->IsIntact);
  EXPECT_THAT(errorOf(replaced(Good, "\"checksum\": ", "\"other\": ")),
              HasSubstr("checksum"));
}

TEST(RecordingTest, ChecksEveryBlock) {
  const std::string Good = write(example());
  for (const char *Wrong :
       {"{\"address\": \"0x7effffffffff\", \"bytes\": 100}",
        "{\"address\": \"0x7f0000001000\", \"bytes\": 100}",
        "{\"address\": \"0x7f0000000000\", \"bytes\": 4097}",
        "{\"address\": \"0x7f0000000000\", \"bytes\": 129}",
        "{\"address\": \"0xffffffffffffffff\", \"bytes\": 100}",
        "{\"address\": \"0x7f0000000000\", \"bytes\": 18446744073709551615}"})
    EXPECT_NE(
        errorOf(replaced(
            Good, "{\"address\": \"0x7f0000000000\", \"bytes\": 100}", Wrong)),
        "accepted")
        << Wrong;
}

TEST(RecordingTest, ChecksTheFilesSizes) {
  Descriptor D = example();
  D.Input.Bytes = 131;
  EXPECT_THAT(errorOf(write(D)), HasSubstr("has 131 bytes"));
  D = example();
  D.Output->Bytes = 133;
  EXPECT_THAT(errorOf(write(D)), HasSubstr("has 133 bytes"));
}

TEST(RecordingTest, StaysInItsFolder) {
  for (const char *Name : {"", ".", "..", "../x", "/etc/passwd", "a/b"}) {
    Descriptor D = example();
    D.Image.Name = Name;
    EXPECT_THAT(errorOf(write(D)), HasSubstr("'image.name'")) << Name;
  }
}

TEST(RecordingTest, RefusesWhatIsNoJson) {
  EXPECT_NE(errorOf(""), "accepted");
  EXPECT_THAT(errorOf(write(example()) + "x"), HasSubstr("follows the end"));
  EXPECT_THAT(errorOf(std::string(100000, '[')), HasSubstr("levels"));
  EXPECT_THAT(errorOf("{\"a\": \"\\ud800\"}"), HasSubstr("escape"));
  EXPECT_THAT(errorOf("{\"a\": 99999999999999999999}"), HasSubstr("line 1"));
  EXPECT_THAT(errorOf("{\n\"a\": 1,\n}"), HasSubstr("line 3"));
}

TEST(RecordingTest, SurvivesEveryCut) {
  const std::string Good = write(example());
  for (size_t Size = 0; Size + 2 < Good.size(); ++Size)
    EXPECT_NE(errorOf(Good.substr(0, Size)), "accepted") << Size;
}

/// A descriptor that is accepted has to be consistent.
TEST(RecordingTest, SurvivesChangedBytes) {
  const std::string Good = write(example());
  std::mt19937 Random(3);
  for (int I = 0; I < 20000; ++I) {
    std::string Text = Good;
    for (int J = 0; J < 3; ++J)
      Text[Random() % Text.size()] = char(' ' + Random() % 95);
    Result<Descriptor> D = parse(Text);
    if (D)
      EXPECT_EQ(D->memoryBytes(), D->Input.Bytes);
  }
}

TEST(RecordingTest, MakesFileNamesOutOfAnyName) {
  EXPECT_EQ(fileNameFor("kernel_l7"), "kernel_l7");
  const std::string Odd[] = {"",
                             "..",
                             "a/b",
                             "a_b",
                             "a b",
                             "\xc3\xa9",
                             std::string(1000, 'x'),
                             std::string(1001, 'x')};
  std::vector<std::string> Names;
  for (const std::string &Each : Odd) {
    Names.push_back(fileNameFor(Each));
    EXPECT_LE(Names.back().size(), 140u);
    EXPECT_THAT(Names.back(), testing::MatchesRegex("[A-Za-z0-9_-]+"));
  }
  std::sort(Names.begin(), Names.end());
  EXPECT_EQ(std::adjacent_find(Names.begin(), Names.end()), Names.end());
}

TEST(RecordingTest, AChecksumDoesNotDependOnThePieces) {
  ChecksumStream Sum;
  Sum.add("ab");
  Sum.add("");
  Sum.add("cdef");
  EXPECT_EQ(Sum.value(), checksum("abcdef"));
  EXPECT_NE(Sum.value(), checksum("abcdeg"));
}

} // namespace
