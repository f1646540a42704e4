//===- ComposeTest.cpp - Tests of putting fragments together --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/Compose.h"

#include "TestRecord.h"

#include "ompjit/ArchRule.h"
#include "ompjit/Package.h"
#include "ompjit/PackageWriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace ompjit;
using namespace ompjit::fragments;
using namespace ompjit::fragments::test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

constexpr FragmentTarget Hopper = {"nvptx64-nvidia-cuda", "sm_90", ""};

const Strings Kernel{.Defines = "main", .Weak = "", .Entries = "main"};
const Strings Callee{.Defines = "c", .Weak = "", .Needs = "", .Entries = ""};

Strings forArch(Strings S, const std::string &Arch) {
  S.Arch = Arch;
  return S;
}

struct File {
  std::string Name, Bytes;
};

Result<std::string> composeFor(const FragmentTarget &Target,
                               const std::vector<File> &Files,
                               std::string_view EntryPoint = "main") {
  std::vector<NamedFragment> Fragments;
  Fragments.reserve(Files.size());
  for (const File &Each : Files)
    Fragments.push_back({Each.Name, Each.Bytes});
  return compose(Fragments, Target, EntryPoint);
}

package::Digest digestOf(const std::vector<File> &Files,
                         std::string_view EntryPoint = "main") {
  Result<std::string> Package = composeFor(Hopper, Files, EntryPoint);
  EXPECT_TRUE(Package) << Package.error().message();
  return PackageView::parse(*Package)->digest();
}

std::string errorOf(const std::vector<File> &Files,
                    std::string_view EntryPoint = "main") {
  Result<std::string> Package = composeFor(Hopper, Files, EntryPoint);
  return Package ? "no error" : Package.error().message();
}

TEST(Compose, GivesAPackageOfFragments) {
  Result<std::string> Package =
      composeFor(Hopper, {{"kernel", record(Kernel, "K1")},
                          {"callee", record(Callee, "C")}});
  ASSERT_TRUE(Package) << Package.error().message();
  Result<PackageView> View = PackageView::parse(*Package);
  ASSERT_TRUE(View) << View.error().message();
  EXPECT_TRUE(View->isFragments());
  EXPECT_EQ(View->triple(), "nvptx64-nvidia-cuda");
  EXPECT_EQ(View->arch(), "sm_90");
  ASSERT_EQ(View->numParts(), 2u);
  EXPECT_EQ(View->part(0).Name, "kernel");
  EXPECT_EQ(View->part(0).Bytes, "K1");
  EXPECT_EQ(View->part(1).Bytes, "C");
}

TEST(Compose, TakesTheCodeThatFitsBest) {
  const std::string Many = record(forArch(Kernel, "sm_70"), "70") +
                           record(forArch(Kernel, "sm_90"), "90") +
                           record(forArch(Kernel, "sm_100"), "100") +
                           record(forArch(Kernel, "generic"), "any");
  auto ChosenFor = [&](std::string_view Arch) {
    Result<std::string> Package =
        composeFor({"nvptx64-nvidia-cuda", Arch, ""}, {{"kernel", Many}});
    EXPECT_TRUE(Package) << Package.error().message();
    return std::string(PackageView::parse(*Package)->part(0).Bytes);
  };
  EXPECT_EQ(ChosenFor("sm_90"), "90");
  EXPECT_EQ(ChosenFor("sm_90a"), "90");
  EXPECT_EQ(ChosenFor("sm_89"), "70");
  EXPECT_EQ(ChosenFor("sm_120"), "100");
  EXPECT_EQ(ChosenFor("sm_60"), "any");
}

Strings ofCuda(Strings S, const std::string &Arch = "sm_90") {
  S.Arch = Arch;
  S.Kind = "ltoir";
  return S;
}

TEST(Compose, GivesAPackageOfLtoIrForTheDevice) {
  // A file with several translation units, and one for an earlier GPU.
  Result<std::string> Package = composeFor(
      Hopper,
      {{"kernel", record(ofCuda(Kernel), "K1") + record(ofCuda(Callee), "C1")},
       {"other",
        record(ofCuda({.Defines = "x", .Weak = "", .Needs = "", .Entries = ""},
                      "sm_80"),
               "X")}});
  ASSERT_TRUE(Package) << Package.error().message();
  Result<PackageView> View = PackageView::parse(*Package);
  ASSERT_TRUE(View) << View.error().message();
  EXPECT_TRUE(View->isFragments());
  EXPECT_TRUE(View->isLtoIr());
  EXPECT_EQ(View->arch(), "sm_90");
  ASSERT_EQ(View->numParts(), 3u);
  EXPECT_EQ(View->part(1).Name, "kernel");
  EXPECT_EQ(View->part(1).Bytes, "C1");
  EXPECT_EQ(View->part(2).Bytes, "X");
}

TEST(Compose, LinksLtoIrForTheGpuWhoseInstructionsItUses) {
  auto ArchFor = [](const char *Device, const char *Code) {
    Result<std::string> Package =
        composeFor({"nvptx64-nvidia-cuda", Device, ""},
                   {{"kernel", record(ofCuda(Kernel, Code))}});
    return Package ? std::string(PackageView::parse(*Package)->arch())
                   : Package.error().message();
  };
  EXPECT_EQ(ArchFor("sm_90", "sm_80"), "sm_90");
  EXPECT_EQ(ArchFor("sm_90", "sm_90a"), "sm_90a");
  EXPECT_EQ(ArchFor("sm_103", "sm_100f"), "sm_103f");
  EXPECT_THAT(ArchFor("sm_100", "sm_90a"), HasSubstr("has no code for"));
  EXPECT_THAT(ArchFor("sm_120", "sm_100f"), HasSubstr("has no code for"));
  EXPECT_THAT(ArchFor("sm_80", "sm_90"),
              HasSubstr("it has code for nvptx64-nvidia-cuda sm_90 (LTO-IR)"));
}

TEST(Compose, ExplainsWhyLtoIrDoesNotFit) {
  EXPECT_THAT(errorOf({{"k", record(ofCuda(Kernel))}, {"c", record(Callee)}}),
              HasSubstr("the fragment 'c' has bitcode for the device, and 'k' "
                        "has LTO-IR of CUDA; a kernel has fragments of one "
                        "kind"));
  EXPECT_THAT(
      errorOf({{"k", record(ofCuda(Kernel))}, {"l", record(ofCuda(Kernel))}}),
      HasSubstr("'main' is defined by the fragments 'k' and 'l'"));
  EXPECT_THAT(errorOf({{"k", record(ofCuda(Kernel))}}, "other"),
              HasSubstr("they have 'main'"));
  const FragmentTarget Virtual = {"nvptx64-nvidia-cuda", "sm_90", "",
                                  /*IsReal=*/false};
  Result<std::string> Package =
      composeFor(Virtual, {{"k", record(ofCuda(Kernel))}});
  ASSERT_FALSE(Package);
  EXPECT_THAT(Package.error().message(),
              HasSubstr("sm_90 that a virtual GPU can run; it has code for "
                        "nvptx64-nvidia-cuda sm_90 (LTO-IR)"));
  Strings NoNames = ofCuda({.Weak = "", .Needs = "", .Entries = ""});
  NoNames.HasDefines = false;
  EXPECT_EQ(errorOf({{"k", record(NoNames)}}, "any"), "no error");
}

TEST(Compose, DigestsOfLtoIrHaveTheDeviceAndTheOptions) {
  auto DigestFor = [](const char *Arch, const LinkOptions &Options) {
    const std::string File = record(ofCuda(Kernel, "sm_80"));
    const NamedFragment One = {"k", File};
    Result<std::string> Package =
        compose({&One, 1}, {"nvptx64-nvidia-cuda", Arch, ""}, "main", Options);
    EXPECT_TRUE(Package) << Package.error().message();
    return PackageView::parse(*Package)->digest();
  };
  LinkOptions Debug;
  Debug.Debug = LinkOptions::DebugInfo::All;
  EXPECT_EQ(DigestFor("sm_80", {}), DigestFor("sm_80", {}));
  EXPECT_NE(DigestFor("sm_80", {}), DigestFor("sm_90", {}));
  EXPECT_NE(DigestFor("sm_80", {}), DigestFor("sm_80", Debug));
}

TEST(Compose, DigestsTellCodeAndOrderButNotNames) {
  const std::string K = record(Kernel, "K"), C = record(Callee, "C");
  const package::Digest Digest = digestOf({{"k", K}, {"c", C}});
  EXPECT_EQ(digestOf({{"other", K}, {"names", C}}), Digest);
  EXPECT_NE(digestOf({{"c", C}, {"k", K}}), Digest);
  EXPECT_NE(digestOf({{"k", K}, {"c", record(Callee, "D")}}), Digest);
  EXPECT_NE(digestOf({{"k", K}}), Digest);
  // Where one ends and the next one begins counts.
  EXPECT_NE(digestOf({{"k", record(Kernel, "KC")}}),
            digestOf({{"k", record(Kernel, "K")}, {"c", C}}));
}

TEST(Compose, SettingsOfFeaturesAreTheDevices) {
  Strings Amd = forArch(Kernel, "gfx90a:xnack-");
  Amd.Triple = "amdgcn-amd-amdhsa";
  Result<std::string> Package =
      composeFor({"amdgcn-amd-amdhsa", "gfx90a", "+sramecc,-xnack"},
                 {{"kernel", record(Amd)}});
  ASSERT_TRUE(Package) << Package.error().message();
  EXPECT_EQ(PackageView::parse(*Package)->arch(), "gfx90a");
}

/// A program with two kernels, of which one has late-bound functions.
std::string program() {
  PackageContents Contents;
  Contents.Triple = "nvptx64-nvidia-cuda";
  Contents.Arch = "sm_80";
  Contents.Kernels = {{"host_plain", "plain", {}, {}},
                      {"host_late", "late", {}, {}}};
  Contents.Kernels[1].Part = 1;
  Contents.Kernels[1].LateBound = {"c", "d"};
  Contents.Parts = {{"BC0", 3}, {"packed", 100, package::Compression::Zstd}};
  return writePackage(Contents);
}

TEST(Compose, BindsTheFunctionsOfAKernel) {
  const std::string Program = program();
  const std::string Both =
      record({.Defines = "c d", .Weak = "", .Needs = "", .Entries = ""}, "CD");
  Result<std::string> Binding =
      composeBinding(Program, "host_late", {{{"both", Both}}}, Hopper);
  ASSERT_TRUE(Binding) << Binding.error().message();
  Result<PackageView> View = PackageView::parse(*Binding);
  ASSERT_TRUE(View) << View.error().message();
  EXPECT_TRUE(View->isBinding());
  EXPECT_FALSE(View->isFragments());
  EXPECT_EQ(View->arch(), "sm_90");
  ASSERT_EQ(View->numParts(), 2u);
  EXPECT_EQ(View->part(0).Bytes, "packed");
  EXPECT_EQ(View->part(0).PlainSize, 100u);
  EXPECT_EQ(View->part(0).Packing, package::Compression::Zstd);
  EXPECT_EQ(View->part(1).Name, "both");
  EXPECT_EQ(View->part(1).Bytes, "CD");
  const std::string Other =
      record({.Defines = "c d", .Weak = "", .Needs = "", .Entries = ""}, "DC");
  EXPECT_NE(PackageView::parse(*composeBinding(Program, "host_late",
                                               {{{"both", Other}}}, Hopper))
                ->digest(),
            View->digest());
}

TEST(Compose, NamesWhatCannotBeBound) {
  const std::string Program = program(), C = record(Callee);
  auto ErrorOf = [&](std::string_view Kernel,
                     std::vector<NamedFragment> Fragments) {
    Result<std::string> Binding =
        composeBinding(Program, Kernel, Fragments, Hopper);
    return Binding ? "no error" : Binding.error().message();
  };
  EXPECT_EQ(ErrorOf("host_late", {{"one", C}}),
            "none of the bound fragments defines 'd'");
  EXPECT_EQ(
      ErrorOf("host_late", {{"one", C}, {"two", C}}),
      "'c' is defined by the fragments 'one' and 'two'; a kernel can have "
      "one of them only");
  // Otherwise the order would tell whose is used.
  const std::string D =
      record({.Defines = "c d", .Weak = "c", .Needs = "", .Entries = ""});
  EXPECT_EQ(ErrorOf("host_late", {{"one", C}, {"two", D}}),
            "the bound fragments 'one' and 'two' both define 'c', which is "
            "bound to one of them; let the other one have a static function in "
            "its place");
  EXPECT_EQ(ErrorOf("late", {{"one", C}}), "the program has no kernel 'late'");
  EXPECT_EQ(ErrorOf("host_plain", {}), "no error");
}

TEST(Compose, LinkOptionsArePartOfThePackage) {
  const std::string K = record(Kernel);
  const NamedFragment Only = {"k", K};
  LinkOptions Options;
  Options.MaxRegisters = 32;
  Result<std::string> Plain = compose({&Only, 1}, Hopper, "main"),
                      Bounded = compose({&Only, 1}, Hopper, "main", Options);
  ASSERT_TRUE(Plain && Bounded);
  EXPECT_EQ(PackageView::parse(*Plain)->linkOptions(), "");
  EXPECT_EQ(PackageView::parse(*Bounded)->linkOptions(), "-maxrregcount=32");
  EXPECT_NE(PackageView::parse(*Plain)->digest(),
            PackageView::parse(*Bounded)->digest());
}

TEST(Compose, NamesWhatDoesNotFitTogether) {
  const std::string K = record(Kernel), C = record(Callee);
  EXPECT_EQ(
      errorOf({{"k", K}, {"one", C}, {"two", C}}),
      "'c' is defined by the fragments 'one' and 'two'; a kernel can have "
      "one of them only");
  EXPECT_EQ(errorOf({{"k", K}}, "other"),
            "none of the fragments has the entry point 'other'; they have "
            "'main'");
  EXPECT_EQ(errorOf({{"c", C}}), "none of the fragments has the entry point "
                                 "'main'; OMPJIT_KERNEL marks entry points");
  EXPECT_EQ(
      errorOf({{"k", record(forArch(Kernel, "sm_100"))}}),
      "the fragment 'k' has no code for nvptx64-nvidia-cuda sm_90; it has "
      "code for nvptx64-nvidia-cuda sm_100");
  EXPECT_THAT(
      errorOf({{"k", K.substr(0, 100)}}),
      AllOf(HasSubstr("the fragment 'k' is damaged"), HasSubstr("cut off")));
}

TEST(Compose, WeakDefinitionsMayRepeat) {
  Strings Weak = Callee;
  Weak.Weak = "c";
  EXPECT_EQ(errorOf({{"k", record(Kernel)},
                     {"one", record(Weak)},
                     {"two", record(Weak)},
                     {"strong", record(Callee)}}),
            "no error");
}

TEST(ArchRule, BitcodeRunsOnLaterGpusOfNvidiaOnly) {
  auto Runs = [](const char *Triple, const char *Code, const char *Device) {
    return bitcodeRuns(Triple, Code, Device, "");
  };
  EXPECT_TRUE(Runs("nvptx64-nvidia-cuda", "sm_80", "sm_90"));
  EXPECT_TRUE(Runs("nvptx64-nvidia-cuda", "sm_90", "sm_90a"));
  EXPECT_TRUE(Runs("nvptx64-nvidia-cuda", "sm_90", "sm_120"));
  EXPECT_FALSE(Runs("nvptx64-nvidia-cuda", "sm_100", "sm_90"));
  EXPECT_FALSE(Runs("nvptx64-nvidia-cuda", "sm_90a", "sm_100"));
  EXPECT_TRUE(Runs("nvptx64-nvidia-cuda", "sm_90a", "sm_90a"));
  EXPECT_TRUE(Runs("amdgcn-amd-amdhsa", "gfx90a", "gfx90a"));
  EXPECT_FALSE(Runs("amdgcn-amd-amdhsa", "gfx90a", "gfx942"));
  EXPECT_TRUE(Runs("amdgcn-amd-amdhsa", "generic", "gfx942"));
  EXPECT_TRUE(Runs("x86_64-pc-linux-gnu", "", "znver4"));
}

TEST(ArchRule, BitcodeForASettingRunsUnlessTheDeviceHasTheOther) {
  auto Runs = [](const char *Code, const char *Features) {
    return bitcodeRuns("amdgcn-amd-amdhsa", Code, "gfx90a", Features);
  };
  EXPECT_TRUE(Runs("gfx90a:xnack-", "+sramecc,-xnack"));
  EXPECT_TRUE(Runs("gfx90a:sramecc+:xnack-", "+sramecc,-xnack"));
  EXPECT_TRUE(Runs("gfx90a:xnack+", ""));
  EXPECT_FALSE(Runs("gfx90a:xnack+", "+sramecc,-xnack"));
  EXPECT_FALSE(Runs("gfx90a:sramecc-:xnack-", "+sramecc,-xnack"));
  EXPECT_FALSE(Runs("gfx942:xnack-", "+sramecc,-xnack"));
}

} // namespace
