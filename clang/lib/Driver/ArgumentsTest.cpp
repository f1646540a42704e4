//===- ArgumentsTest.cpp - Unit tests for Arguments -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/Arguments.h"

#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ompjit::driver;
using testing::ElementsAre;

namespace {

std::vector<std::string> strings(const Arguments &Args) {
  return {Args.all().begin(), Args.all().end()};
}

std::vector<std::string> widened(llvm::ArrayRef<const char *> Argv) {
  Arguments Args(Argv);
  Args.widenOffloadOptions([](llvm::StringRef) { return true; });
  return strings(Args);
}

TEST(ArgumentsTest, NameImpliesTargetAndMode) {
  clang::driver::ParsedClangName Name("x86_64-linux-gnu", "clang++",
                                      "--driver-mode=g++", true);
  Arguments Args({"x86_64-linux-gnu-clang++", "-c"});
  Args.insertImpliedByName(Name);
  EXPECT_THAT(strings(Args),
              ElementsAre("x86_64-linux-gnu-clang++", "-target",
                          "x86_64-linux-gnu", "--driver-mode=g++", "-c"));
}

TEST(ArgumentsTest, UnknownTargetInNameImpliesNothing) {
  clang::driver::ParsedClangName Name("my", "clang", nullptr, false);
  Arguments Args({"my-clang", "-c"});
  Args.insertImpliedByName(Name);
  EXPECT_THAT(strings(Args), ElementsAre("my-clang", "-c"));
}

TEST(ArgumentsTest, ThinMeansFullInDeferredCodeOnly) {
  EXPECT_THAT(
      widened({"clang", "-fopenmp-target-jit", "-foffload-lto=thin"}),
      ElementsAre("clang", "-fopenmp-target-jit", "-foffload-lto=full"));
  EXPECT_THAT(widened({"clang", "-foffload-lto=thin"}),
              ElementsAre("clang", "-foffload-lto=thin"));
  EXPECT_THAT(widened({"clang", "-fopenmp-target-jit", "-foffload-lto=thin",
                       "-fno-openmp-target-jit"}),
              ElementsAre("clang", "-fopenmp-target-jit", "-foffload-lto=thin",
                          "-fno-openmp-target-jit"));
}

TEST(ArgumentsTest, NativeNamesTheCpuOfHostTargets) {
  std::string Cpu = llvm::sys::getHostCPUName().str();
  std::string Expected =
      "--offload-arch=" + (Cpu == "generic" ? "native" : Cpu);
  std::string Host = "-fopenmp-targets=" + llvm::sys::getDefaultTargetTriple();
  EXPECT_THAT(widened({"clang", Host.c_str(), "-fopenmp-target-jit",
                       "--offload-arch=native"}),
              ElementsAre("clang", Host, "-fopenmp-target-jit", Expected));
}

TEST(ArgumentsTest, NativeStaysForGpus) {
  std::string Both =
      "-fopenmp-targets=" + llvm::sys::getDefaultTargetTriple() + ",nvptx64";
  for (const char *Targets : {"-O2", "-fopenmp-targets=nvptx64", Both.c_str()})
    EXPECT_THAT(widened({"clang", Targets, "-fopenmp-target-jit",
                         "--offload-arch=native"}),
                ElementsAre("clang", Targets, "-fopenmp-target-jit",
                            "--offload-arch=native"));
}

TEST(ArgumentsTest, OnlyLtoWithoutArchAndGpuIsForTheLowest) {
  auto Widened = [](std::vector<const char *> Argv, llvm::StringRef Gpus) {
    Arguments Args(Argv);
    Args.widenOffloadOptions(
        [&](llvm::StringRef Arch) { return Gpus.contains(Arch); });
    return std::pair(strings(Args), Args.portableTargets().size());
  };
  auto [Named, None] = Widened({"clang", "-fopenmp-targets=nvptx64",
                                "-foffload-lto", "--offload-arch=sm_80"},
                               "");
  EXPECT_EQ(Named.size(), 4u);
  EXPECT_EQ(None, 0u);
  EXPECT_EQ(Widened({"clang", "-fopenmp-targets=nvptx64"}, "").second, 0u);
  EXPECT_EQ(Widened({"clang", "-fopenmp-targets=nvptx64", "-foffload-lto",
                     "-fno-offload-lto"},
                    "")
                .second,
            0u);
  auto [Both, One] = Widened(
      {"clang", "-fopenmp-targets=nvptx64,amdgcn,x86_64", "-foffload-lto=thin"},
      "nvptx64");
  EXPECT_EQ(One, 1u);
  EXPECT_THAT(Both, ElementsAre("clang", "-Xopenmp-target=amdgcn-amd-amdhsa",
                                "-march=gfx900",
                                "-fopenmp-targets=nvptx64,amdgcn,x86_64",
                                "-foffload-lto=full"));
}

TEST(ArgumentsTest, LtoIsForGpusUnlessSomethingElseIsSaid) {
  auto HasLto = [](std::vector<const char *> Argv) {
    Argv.insert(Argv.begin(), {"clang", "-fopenmp"});
    Arguments Args(Argv);
    Args.linkGpuCodeByLto();
    return Args.all().size() > Argv.size() &&
           llvm::StringRef(Args.all()[2]) == "-foffload-lto";
  };
  EXPECT_TRUE(HasLto({"--offload-arch=sm_90"}));
  EXPECT_TRUE(HasLto({"--offload-arch=gfx90a:xnack+", "--", "a.c"}));
  EXPECT_TRUE(HasLto({"-fopenmp-targets=x86_64,nvptx64"}));
  EXPECT_TRUE(HasLto({"--offload-targets=amdgcn", "-fopenmp-target-jit",
                      "-fno-openmp-target-jit"}));
  EXPECT_FALSE(HasLto({"-fopenmp-targets=x86_64"}));
  for (const char *Said :
       {"-fno-offload-lto", "-foffload-lto", "-foffload-lto=thin",
        "-fopenmp-target-jit", "--offload-device-only", "--cuda-device-only",
        "-fno-openmp"})
    EXPECT_FALSE(HasLto({"--offload-arch=sm_90", Said})) << Said;
}

std::vector<std::string> distributed(llvm::ArrayRef<const char *> Argv) {
  Arguments Args(Argv);
  bool IsChanged = Args.distributeArchs();
  EXPECT_EQ(IsChanged, Args.all() != Argv);
  return strings(Args);
}

TEST(ArgumentsTest, ArchitecturesGoToTheirTargets) {
  EXPECT_THAT(
      distributed({"clang", "-fopenmp", "-fopenmp-targets=x86_64,nvptx64", "-o",
                   "--offload-arch=a", "--offload-arch=sm_80,native,gfx90a",
                   "--", "a.c"}),
      ElementsAre("clang", "-fopenmp-targets=amdgcn-amd-amdhsa", "-fopenmp",
                  "-fopenmp-targets=x86_64,nvptx64", "-o", "--offload-arch=a",
                  "--start-no-unused-arguments", "-Xopenmp-target=x86_64",
                  "--offload-arch=native", "-Xopenmp-target=nvptx64",
                  "--offload-arch=sm_80,native",
                  "-Xopenmp-target=amdgcn-amd-amdhsa", "--offload-arch=gfx90a",
                  "--end-no-unused-arguments", "--", "a.c"));
}

TEST(ArgumentsTest, ThisMachineHasOneName) {
  const std::string Host = llvm::sys::getDefaultTargetTriple();
  const std::string Arch = llvm::Triple(Host).getArchName().str();
  auto Spelled = [](std::vector<std::string> Words) {
    Words.insert(Words.begin(), "clang");
    std::vector<const char *> Argv;
    for (const std::string &Word : Words)
      Argv.push_back(Word.c_str());
    Arguments Args(Argv);
    bool IsChanged = Args.spellHostTargets();
    EXPECT_EQ(IsChanged, Words != strings(Args));
    Words = strings(Args);
    Words.erase(Words.begin());
    return Words;
  };
  EXPECT_THAT(
      Spelled({"-fopenmp-targets=" + Arch, "-Xopenmp-target=" + Arch + "-linux",
               "--offload-targets=nvptx64," + Arch + "-unknown-linux-gnu"}),
      ElementsAre("-fopenmp-targets=" + Host, "-Xopenmp-target=" + Host,
                  "--offload-targets=nvptx64," + Host));
  for (const std::string &Other :
       {Host, Arch + "-linux-musl", Arch + "-apple-darwin",
        std::string("sparc")})
    EXPECT_THAT(Spelled({"-fopenmp-targets=" + Other}),
                ElementsAre("-fopenmp-targets=" + Other));
  EXPECT_THAT(Spelled({"-DX=" + Arch, "--", "-fopenmp-targets=" + Arch}),
              ElementsAre("-DX=" + Arch, "--", "-fopenmp-targets=" + Arch));
}

TEST(ArgumentsTest, TargetsAreListedOnce) {
  Arguments Args({"clang", "-fopenmp-targets=a,b", "-fopenmp-targets=a",
                  "-fopenmp-targets=a,b", "--offload-targets=a", "--",
                  "-fopenmp-targets=a"});
  EXPECT_TRUE(Args.dropRepeatedTargets());
  EXPECT_THAT(strings(Args),
              ElementsAre("clang", "-fopenmp-targets=a,b", "-fopenmp-targets=a",
                          "--", "-fopenmp-targets=a"));
  EXPECT_FALSE(Args.dropRepeatedTargets());
}

TEST(ArgumentsTest, ArchitecturesInSilenceStaySilent) {
  EXPECT_THAT(
      distributed({"clang", "-fopenmp", "--start-no-unused-arguments",
                   "-fopenmp-targets=x86_64,nvptx64", "--offload-arch=sm_80",
                   "--no-offload-arch=sm_80", "-lm"}),
      ElementsAre("clang", "-fopenmp", "--start-no-unused-arguments",
                  "-fopenmp-targets=x86_64,nvptx64", "-Xopenmp-target=nvptx64",
                  "--offload-arch=sm_80", "-Xopenmp-target=nvptx64",
                  "--no-offload-arch=sm_80", "-lm"));
}

TEST(ArgumentsTest, ArchitecturesThatFitStay) {
  using Argv = std::vector<const char *>;
  for (const Argv &Args :
       {Argv{"clang", "-fopenmp", "-fopenmp-targets=nvptx64",
             "--offload-arch=sm_80,sm_90"},
        Argv{"clang", "-fopenmp", "--offload-arch=sm_80,gfx90a"},
        Argv{"clang", "-fopenmp", "-fopenmp-targets=x86_64,nvptx64",
             "--offload-arch=native"},
        Argv{"clang", "-fopenmp", "-fopenmp-targets=x86_64,nvptx64",
             "-Xopenmp-target=nvptx64", "--offload-arch=sm_80"},
        Argv{"clang", "-fopenmp-targets=x86_64,nvptx64",
             "--offload-arch=sm_80"}})
    EXPECT_EQ(distributed(Args).size(), Args.size());
}

TEST(ArgumentsTest, OnlyTargetsWithoutArchitectureAreForTheLowest) {
  EXPECT_THAT(
      widened({"clang", "-fopenmp-target-jit",
               "-fopenmp-targets=nvptx64,amdgcn",
               "-Xopenmp-target=nvptx64-nvidia-cuda", "--offload-arch=sm_80"}),
      ElementsAre("clang", "-Xopenmp-target=amdgcn-amd-amdhsa", "-march=gfx900",
                  "-fopenmp-target-jit", "-fopenmp-targets=nvptx64,amdgcn",
                  "-Xopenmp-target=nvptx64-nvidia-cuda",
                  "--offload-arch=sm_80"));
}

TEST(ArgumentsTest, NativeOfTheHostIsItsCpuBesideGpus) {
  std::string Cpu = llvm::sys::getHostCPUName().str();
  std::string Expected =
      "--offload-arch=" + (Cpu == "generic" ? "native" : Cpu);
  std::string Host = "-Xopenmp-target=" + llvm::sys::getDefaultTargetTriple();
  EXPECT_THAT(widened({"clang", "-fopenmp-target-jit", Host.c_str(),
                       "--offload-arch=native", "-Xopenmp-target=nvptx64",
                       "--offload-arch=native"}),
              ElementsAre("clang", "-fopenmp-target-jit", Host, Expected,
                          "-Xopenmp-target=nvptx64", "--offload-arch=native"));
}

TEST(ArgumentsTest, OwnOptionsAreTakenOut) {
  Arguments Args(
      {"clang", "-foffload-lto-jobs=2", "-c", "-foffload-lto-jobs=jobserver"});
  EXPECT_FALSE(bool(Args.takeOwnOptions()));
  EXPECT_THAT(strings(Args), ElementsAre("clang", "-c"));
  EXPECT_EQ(Args.offloadJobs(), "jobserver");
}

TEST(ArgumentsTest, LastOfThePrefixOptionsWins) {
  EXPECT_FALSE(Arguments({"clang"}).wantsPathAsCalled());
  EXPECT_TRUE(
      Arguments({"clang", "-no-canonical-prefixes"}).wantsPathAsCalled());
  EXPECT_FALSE(
      Arguments({"clang", "-no-canonical-prefixes", "-canonical-prefixes"})
          .wantsPathAsCalled());
}

TEST(ArgumentsTest, ModesThatAreNotOurs) {
  EXPECT_TRUE(Arguments({"clang-cl"}).isForeignMode());
  EXPECT_TRUE(Arguments({"clang", "--driver-mode=cl"}).isForeignMode());
  EXPECT_TRUE(Arguments({"clang", "--driver-mode=flang"}).isForeignMode());
  EXPECT_FALSE(Arguments({"clang++"}).isForeignMode());
  EXPECT_FALSE(Arguments({"clang-cl", "--driver-mode=g++"}).isForeignMode());
}

TEST(ArgumentsTest, FlangIsOursUnderItsName) {
  for (const char *Name :
       {"flang", "/opt/bin/flang-22", "flang-new", "x86_64-linux-gnu-flang"})
    EXPECT_FALSE(Arguments({Name}).isForeignMode()) << Name;
  EXPECT_FALSE(Arguments({"clang"}).isForFlang());
  EXPECT_FALSE(Arguments({"flang/clang++"}).isForFlang());
}

TEST(ArgumentsTest, FlangDoesNotSeeHowDeviceCodeIsCompiled) {
  Arguments Args({"flang", "-foffload-lto=thin", "-fno-offload-lto",
                  "-fopenmp-target-jit", "a.f90"});
  Args.translateForFlang();
  EXPECT_THAT(strings(Args), ElementsAre("flang", "a.f90"));
  EXPECT_TRUE(Args.isDeferred());
  EXPECT_FALSE(Args.linksByLto());
  Arguments Lto({"flang", "-fno-offload-lto", "-foffload-lto"});
  Lto.translateForFlang();
  EXPECT_TRUE(Lto.linksByLto());
  EXPECT_TRUE(Lto.asksForLto());
}

TEST(ArgumentsTest, FlangGetsArchitecturesInsteadOfTargets) {
  Arguments Args({"flang", "-fopenmp",
                  "-fopenmp-targets=nvptx64-nvidia-cuda,x86_64-pc-linux-gnu",
                  "-fopenmp-targets=amdgcn-amd-amdhsa",
                  "--offload-arch=sm_90,gfx90a"});
  Args.distributeArchs();
  Args.translateForFlang();
  EXPECT_THAT(strings(Args),
              ElementsAre("flang", "-fopenmp",
                          "-fopenmp-targets=x86_64-pc-linux-gnu",
                          "--offload-arch=sm_90", "--offload-arch=gfx90a"));
}

TEST(ArgumentsTest, ArgumentsOfClangStayAsTheyAre) {
  Arguments Args({"clang", "-foffload-lto", "-Xopenmp-target=amdgcn-amd-amdhsa",
                  "-march=gfx90a"});
  Args.translateForFlang();
  EXPECT_THAT(strings(Args), ElementsAre("clang", "-foffload-lto",
                                         "-Xopenmp-target=amdgcn-amd-amdhsa",
                                         "-march=gfx90a"));
}

TEST(ArgumentsTest, SingleStep) {
  EXPECT_TRUE(Arguments({"clang", "-cc1", "a.c"}).isSingleStep());
  EXPECT_TRUE(Arguments({"flang", "-fc1", "a.f90"}).isSingleStep());
  EXPECT_FALSE(Arguments({"clang", "a.c", "-cc1"}).isSingleStep());
  EXPECT_FALSE(Arguments({"clang"}).isSingleStep());
}

} // namespace
