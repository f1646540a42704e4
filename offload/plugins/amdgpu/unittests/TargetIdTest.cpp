//===- TargetIdTest.cpp - Tests of target ids -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetId.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit::amdgpu;

namespace {

TargetId parsed(std::string_view Text) {
  TargetId Id;
  ompjit_error Error = {};
  EXPECT_EQ(parseTargetId(Text, Id, &Error), 0) << Error.text;
  return Id;
}

/// Returns why the text is no target id, or "".
std::string refusal(std::string_view Text) {
  TargetId Id = {"before"};
  ompjit_error Error = {};
  if (!parseTargetId(Text, Id, &Error))
    return "";
  EXPECT_EQ(Id.Processor, "before");
  return Error.text;
}

bool runs(std::string_view Image, std::string_view Device) {
  return runsOn(parsed(Image), parsed(Device));
}

/// Returns the target id of a header, or why there is none.
std::string ofHeader(unsigned AbiVersion, uint32_t Flags) {
  TargetId Id;
  unsigned Version = 0;
  ompjit_error Error = {};
  if (readTargetFields(AbiVersion, Flags, Id, Version, &Error))
    return Error.text;
  EXPECT_EQ(Version, AbiVersion + 2);
  return Id.text();
}

TEST(AmdTargetId, ReadsWhatHsaAndImagesSay) {
  const TargetId Id = parsed("amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-");
  EXPECT_EQ(Id.Processor, "gfx90a");
  EXPECT_EQ(Id.SramEcc, Feature::On);
  EXPECT_EQ(Id.Xnack, Feature::Off);
  EXPECT_EQ(parsed("gfx942"), TargetId{"gfx942"});
  EXPECT_EQ(parsed("amdgcn-amd-amdhsa--gfx9-generic"),
            TargetId{"gfx9-generic"});
  EXPECT_EQ(parsed("gfx90a:xnack+"),
            (TargetId{"gfx90a", Feature::Any, Feature::On}));
  // The processor is not known.
  EXPECT_EQ(parsed("gfx1400").Processor, "gfx1400");
}

TEST(AmdTargetId, WritesFeaturesInOrder) {
  EXPECT_EQ(parsed("gfx90a:xnack-:sramecc+").text(), "gfx90a:sramecc+:xnack-");
  for (const char *Text :
       {"gfx1250", "gfx11-generic", "gfx90a:sramecc-", "gfx906:xnack+"})
    EXPECT_EQ(parsed(Text).text(), Text);
}

TEST(AmdTargetId, RefusesOtherTexts) {
  for (const char *Bad : {"",
                          ":",
                          "gfx",
                          "gfx-",
                          "gfx90a-",
                          "GFX90A",
                          "sm_90",
                          "gfx90a ",
                          "gfx90a:",
                          "gfx90a::xnack+",
                          "gfx90a:xnack+:",
                          "gfx90a:xnack",
                          "gfx90a:+",
                          "gfx90a:xnack*",
                          "gfx90a:xnack+:xnack+",
                          "gfx90a:sramecc-:sramecc+",
                          "gfx90a:cumode+",
                          "gfx90a+xnack",
                          "amdgcn-amd-amdhsa--",
                          "amdgcn-amd-amdhsa-gfx90a",
                          "amdgcn-amd-amdhsa--amdgcn-amd-amdhsa--gfx90a",
                          "gfx1111111111111111111111111111111111"})
    EXPECT_NE(refusal(Bad), "") << Bad;
  EXPECT_EQ(refusal("sm_90"), "'sm_90' names no AMD GPU");
  EXPECT_NE(refusal(std::string_view("gfx90a\0", 7)), "");
  EXPECT_LT(refusal(std::string(100000, 'x')).size(), 200u);
}

TEST(AmdTargetId, RunsOnItsProcessorAndMembersOfItsFamily) {
  EXPECT_TRUE(runs("gfx90a", "gfx90a"));
  EXPECT_FALSE(runs("gfx90a", "gfx908"));
  const std::pair<const char *, std::vector<const char *>> Families[] = {
      {"gfx9-generic",
       {"gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"}},
      {"gfx9-4-generic", {"gfx942", "gfx950"}},
      {"gfx10-1-generic", {"gfx1010", "gfx1011", "gfx1012", "gfx1013"}},
      {"gfx10-3-generic",
       {"gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035",
        "gfx1036"}},
      {"gfx11-generic",
       {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151",
        "gfx1152", "gfx1153"}},
      {"gfx12-generic", {"gfx1200", "gfx1201"}}};
  for (const auto &[Image, Members] : Families)
    for (const auto &[Other, Devices] : Families)
      for (const char *Device : Devices)
        EXPECT_EQ(runs(Image, Device), Image == Other) << Image << Device;
  // These processors belong to no family.
  for (const char *Device : {"gfx908", "gfx90a", "gfx1250", "gfx1251"})
    for (const auto &[Image, Members] : Families)
      EXPECT_FALSE(runs(Image, Device)) << Image << Device;
  // HSA may also name the family.
  EXPECT_TRUE(runs("gfx11-generic", "gfx11-generic"));
  EXPECT_FALSE(runs("gfx1100", "gfx11-generic"));
}

TEST(AmdTargetId, RunsWhereFixedFeaturesAreTheSame) {
  for (const char *Device : {"gfx90a:sramecc+:xnack-", "gfx90a:sramecc-:xnack+",
                             "gfx90a:xnack-", "gfx90a"})
    EXPECT_TRUE(runs("gfx90a", Device)) << Device;
  EXPECT_TRUE(runs("gfx90a:xnack-", "gfx90a:sramecc+:xnack-"));
  EXPECT_FALSE(runs("gfx90a:xnack+", "gfx90a:sramecc+:xnack-"));
  EXPECT_FALSE(runs("gfx90a:sramecc-", "gfx90a:sramecc+:xnack-"));
  EXPECT_FALSE(runs("gfx90a:sramecc+:xnack+", "gfx90a:sramecc+:xnack-"));
  EXPECT_FALSE(runs("gfx90a:xnack-", "gfx90a"));
  EXPECT_TRUE(runs("gfx9-generic:xnack-", "gfx906:sramecc+:xnack-"));
  EXPECT_FALSE(runs("gfx9-generic:xnack+", "gfx906:sramecc+:xnack-"));
}

TEST(AmdTargetId, PrefersWhatIsMadeForLess) {
  const char *FromBest[] = {"gfx942:sramecc+:xnack-",
                            "gfx942:xnack-",
                            "gfx942",
                            "gfx9-4-generic:sramecc+:xnack-",
                            "gfx9-4-generic:xnack-",
                            "gfx9-4-generic"};
  for (size_t I = 1; I != std::size(FromBest); ++I)
    EXPECT_GT(specificity(parsed(FromBest[I - 1])),
              specificity(parsed(FromBest[I])))
        << FromBest[I];
  EXPECT_EQ(specificity(parsed("gfx942:xnack-")),
            specificity(parsed("gfx942:sramecc+")));
}

TEST(AmdTargetId, ReadsHeaders) {
  // The flags are as LLVM 22 writes them.
  EXPECT_EQ(ofHeader(4, 0x53f), "gfx90a");
  EXPECT_EQ(ofHeader(4, 0x41), "gfx1100");
  EXPECT_EQ(ofHeader(3, 0xe4c), "gfx942:sramecc+:xnack-");
  EXPECT_EQ(ofHeader(2, 0xb2f), "gfx906:sramecc-:xnack+");
  EXPECT_EQ(ofHeader(2, 0x12c), "gfx900");
  EXPECT_EQ(ofHeader(4, 0x549), "gfx1250");
  EXPECT_EQ(ofHeader(4, 0x1000151), "gfx9-generic");
  EXPECT_EQ(ofHeader(4, 0x100025f), "gfx9-4-generic:xnack-");
  EXPECT_EQ(ofHeader(4, 0x2000054), "gfx11-generic");
}

TEST(AmdTargetId, RefusesOtherHeaders) {
  using testing::HasSubstr;
  EXPECT_THAT(ofHeader(1, 0x3f), HasSubstr("ABI version 1, only 2 to 4"));
  EXPECT_THAT(ofHeader(5, 0x3f), HasSubstr("ABI version 5, only 2 to 4"));
  EXPECT_THAT(ofHeader(4, 0), HasSubstr("not known (number 0x0)"));
  EXPECT_THAT(ofHeader(4, 0x5ff), HasSubstr("not known (number 0xff)"));
  // The processors are gfx600 and gfx801, which nobody offloads to any more.
  EXPECT_THAT(ofHeader(4, 0x20), HasSubstr("not known (number 0x20)"));
  EXPECT_THAT(ofHeader(4, 0x28), HasSubstr("not known (number 0x28)"));
  EXPECT_THAT(ofHeader(4, 0x151), HasSubstr("no version of it"));
  EXPECT_THAT(ofHeader(3, 0x1000151), HasSubstr("no version of it"));
}

} // namespace
