//===- TuningProfileTest.cpp - What was chosen for kernels ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/TuningProfile.h"

#include "ompjit/CompileService.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit;
using namespace ompjit::tuning;
using testing::HasSubstr;

namespace {

constexpr char Start[] = "ompjit-profile 1\n";
constexpr char Line[] = "kernel name=main_l7 code=00c0ffee00c0ffee "
                        "triple=x86_64-pc-linux-gnu arch=znver3 processors=2";

Choice choice() {
  Choice C;
  C.Kernel = "main_l7";
  C.CodeDigest = 0x00c0ffee00c0ffee;
  C.Device = {"x86_64-pc-linux-gnu", "znver3", 2};
  return C;
}

std::string textOf(const std::string &Words) {
  return std::string(Start) + Line + " " + Words + "\n";
}

TEST(TuningProfile, Survives) {
  Choice One = choice();
  One.Trips = {1024, 2047};
  One.Chosen = {.Lanes = LanesOff,
                .Unroll = 4,
                .VectorBits = 512,
                .Threads = 3,
                .Teams = 5,
                .ResidentTeams = 2};
  One.UsualNs = 12400;
  One.TunedNs = 8100;
  Choice Two = choice();
  Two.Trips = {0, 0};
  Two.Chosen.Lanes = 8;
  const Profile All = {One, Two};
  const std::string Text = write(All);
  EXPECT_THAT(Text, HasSubstr("trips=1024-2047 lanes=off unroll=4 vector=512 "
                              "threads=3 teams=5 resident=2 usual-ns=12400 "
                              "tuned-ns=8100\n"));
  EXPECT_THAT(Text, HasSubstr("trips=0 lanes=8\n"));
  Result<Profile> Read = parse(Text);
  ASSERT_TRUE(Read) << Read.error().message();
  EXPECT_EQ(*Read, All);
}

TEST(TuningProfile, AcceptsCommentsSpacesAndOtherLineEnds) {
  Result<Profile> Read =
      parse(std::string("ompjit-profile 1\r\n# tuned by hand\r\n\n \t") + Line +
            "\t unroll=2 # because\r\n");
  ASSERT_TRUE(Read) << Read.error().message();
  ASSERT_EQ(Read->size(), 1u);
  EXPECT_EQ(Read->front().Chosen, (Tuning{.Unroll = 2}));
  EXPECT_EQ(Read->front().Trips, TripRange());
}

TEST(TuningProfile, NamesTheWrongLine) {
  struct Case {
    std::string Text;
    const char *Said;
  };
  for (const Case &Each : {
           Case{"", "line 1: it is not 'ompjit-profile 1'"},
           Case{"ompjit-profile 2\n", "line 1"},
           Case{std::string(Start) + "\nkernels\n",
                "line 3: 'kernels' is not 'kernel'"},
           Case{std::string(Start) + "kernel name=a\n", "'code' is missing"},
           Case{textOf("unrol=2"), "no word 'unrol' (did you mean unroll?)"},
           Case{textOf("unroll=3"), "accepts: 1, 2, 4, 8 or 16"},
           Case{textOf("unroll=0"), "'0' is not what unroll accepts"},
           Case{textOf("unroll=2 unroll=2"), "'unroll' is said twice"},
           Case{textOf("unroll"), "'' is not what unroll accepts"},
           Case{textOf("lanes=1"), "lanes"},
           Case{textOf("lanes=128"), "lanes"},
           Case{textOf("vector=64"), "128, 256 or 512"},
           Case{textOf("threads=0"), "a number above 0"},
           Case{textOf("teams=4294967296"), "teams"},
           Case{textOf("resident=33"), "from 1 to 32"},
           Case{textOf("trips=5-4"), "trips"},
           Case{textOf("trips=-4"), "trips"},
           Case{textOf("code=12"), "'code' is said twice"},
       }) {
    Result<Profile> Read = parse(Each.Text);
    ASSERT_FALSE(Read) << Each.Text;
    EXPECT_THAT(Read.error().message(), HasSubstr(Each.Said));
  }
}

TEST(TuningProfile, RefusesTwoChoicesForALaunch) {
  const std::string First = textOf("trips=10-20 unroll=2");
  auto With = [&First](const char *Words) {
    return parse(First + Line + " " + Words + "\n");
  };
  for (const char *Words : {"trips=20-30", "trips=1-10", "trips=15", ""})
    EXPECT_FALSE(With(Words)) << Words;
  EXPECT_TRUE(With("trips=21"));
}

TEST(TuningProfile, NewChoicesReplaceOldOnes) {
  auto At = [](uint64_t First, uint64_t Last, uint32_t Unroll) {
    Choice C = choice();
    C.Trips = {First, Last};
    C.Chosen.Unroll = Unroll;
    return C;
  };
  Choice Other = choice();
  Other.CodeDigest = 1;
  Profile All = {At(1, 1, 2), At(2, 3, 2), At(4, 7, 2), Other};
  merge(All, {At(3, 3, 8)});
  EXPECT_EQ(All, (Profile{At(1, 1, 2), At(4, 7, 2), Other, At(3, 3, 8)}));
}

TEST(TuningProfile, SizeClasses) {
  EXPECT_EQ(sizeClass(0), (TripRange{0, 0}));
  EXPECT_EQ(sizeClass(1), (TripRange{1, 1}));
  EXPECT_EQ(sizeClass(1023), (TripRange{512, 1023}));
  EXPECT_EQ(sizeClass(1024), (TripRange{1024, 2047}));
  EXPECT_EQ(sizeClass(UINT64_MAX), (TripRange{uint64_t(1) << 63, UINT64_MAX}));
}

TEST(TuningProfile, Describes) {
  EXPECT_EQ(describe({}), "as usual");
  EXPECT_EQ(describe({.Lanes = LanesOff, .Threads = 2}), "lanes=off threads=2");
}

} // namespace
