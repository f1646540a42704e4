//===- X86CpuTest.cpp - Tests of the description of processors ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cpu.h"
#include "x86/Cpuid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

using namespace ompjit::host;
using testing::HasSubstr;
using testing::Not;

namespace {

std::set<std::string> split(const std::string &Text, char At) {
  std::set<std::string> Words;
  std::stringstream Stream(Text);
  for (std::string Word; std::getline(Stream, Word, At);)
    Words.insert(Word);
  return Words;
}

/// Returns what a command prints, standard error included.
std::string outputOf(const std::string &Command) {
  FILE *Pipe = popen((Command + " 2>&1").c_str(), "r");
  std::string Text;
  char Buffer[4096];
  while (size_t Count = fread(Buffer, 1, sizeof(Buffer), Pipe))
    Text.append(Buffer, Count);
  pclose(Pipe);
  return Text;
}

/// Returns the features with which the packaged clang compiles for this
/// machine.
std::set<std::string> featuresOfClang() {
  std::string Line = outputOf(OMPJIT_LLVM_ROOT
                              "/bin/clang -### -march=native -xc -c /dev/null");
  std::set<std::string> Features;
  const std::string Option = "\"-target-feature\" \"";
  for (size_t At = 0; (At = Line.find(Option, At)) != std::string::npos;) {
    At += Option.size();
    Features.insert(Line.substr(At, Line.find('"', At) - At));
  }
  return Features;
}

TEST(Cpu, ClaimsNoMoreThanLlvm) {
  std::set<std::string> Theirs = featuresOfClang();
  ASSERT_FALSE(Theirs.empty());
  for (const std::string &Each : split(cpuFeatures(), ','))
    if (Each[0] == '+') {
      EXPECT_TRUE(Theirs.count(Each)) << Each;
    }
}

TEST(Cpu, MentionsEveryFeatureThatLlvmLooksFor) {
  std::set<std::string> Names;
  for (const std::string &Each : split(cpuFeatures(), ','))
    Names.insert(Each.substr(1));
  for (const std::string &Each : featuresOfClang())
    EXPECT_TRUE(Names.count(Each.substr(1))) << Each;
}

TEST(Cpu, IsUnderstoodByLlvm) {
  std::string Text =
      outputOf("echo 'define void @f() { ret void }' | " OMPJIT_LLVM_ROOT
               "/bin/llc -mtriple=x86_64-pc-linux-gnu -o /dev/null -mcpu=" +
               std::string(cpuName()) + " -mattr=" + cpuFeatures());
  EXPECT_EQ(Text, "");
}

TEST(Cpu, ListsPositivesFirst) {
  std::string List = cpuFeatures();
  EXPECT_LT(List.rfind('+'), List.find(",-"));
}

/// A processor with everything, so that only the state of the operating system
/// makes a difference.
CpuidWords everything(uint32_t Leaf, uint32_t) {
  if (Leaf == 0 || Leaf == 0x80000000)
    return {Leaf + 0x40, ~0u, ~0u, ~0u};
  return {~0u, ~0u, ~0u, ~0u};
}

CpuidWords nothing(uint32_t Leaf, uint32_t) {
  return {Leaf == 0 ? 7u : 0u, 0, 0, 0};
}

TEST(Cpu, HonoursWhatTheSystemSaves) {
  constexpr uint64_t Sse = 0x3, Avx = 0x7, Avx512 = 0xe7, Amx = 0x600e7;
  EXPECT_THAT(cpuFeatures(everything, Sse), HasSubstr("-avx,"));
  EXPECT_THAT(cpuFeatures(everything, Sse), HasSubstr("+sse4.2"));
  EXPECT_THAT(cpuFeatures(everything, Avx), HasSubstr("+avx2"));
  EXPECT_THAT(cpuFeatures(everything, Avx), HasSubstr("-avx512f"));
  EXPECT_THAT(cpuFeatures(everything, Avx512), HasSubstr("+avx512vl"));
  EXPECT_THAT(cpuFeatures(everything, Avx512), HasSubstr("-amx-tile"));
  EXPECT_THAT(cpuFeatures(everything, Amx), HasSubstr("+amx-tile"));
}

TEST(Cpu, ClaimsNothingOfAnEmptyProcessor) {
  EXPECT_THAT(cpuFeatures(nothing, 0), Not(HasSubstr("+")));
}

TEST(Cpu, IgnoresTheVectorUnitWithoutItsBase) {
  // The processor has avx512vl without avx512f, as a hypervisor may show it.
  auto Masked = [](uint32_t Leaf, uint32_t SubLeaf) {
    CpuidWords Words = everything(Leaf, SubLeaf);
    if (Leaf == 7 && SubLeaf == 0)
      Words.Ebx &= ~(1u << 16);
    return Words;
  };
  EXPECT_THAT(cpuFeatures(Masked, 0xe7), HasSubstr("-avx512vl"));
}

/// The processor that readModel plays: "Genu" or "Auth", the word in which
/// cpuid puts family and model, and its vector extensions.
uint32_t PlayedVendor, PlayedSignature, PlayedVectors;

CpuidWords readModel(uint32_t Leaf, uint32_t SubLeaf) {
  if (Leaf == 0)
    return {7, PlayedVendor, 0, 0};
  if (Leaf == 7)
    return SubLeaf ? CpuidWords{PlayedVectors & 1 ? 1u << 5 : 0, 0, 0, 0}
                   : CpuidWords{1, 0, PlayedVectors & 2 ? 1u << 11 : 0, 0};
  return {PlayedSignature, 0, 0, 0};
}

constexpr uint32_t Genu = 0x756e6547, Auth = 0x68747541;

std::string_view nameOf(uint32_t Vendor, uint32_t Family, uint32_t Model,
                        uint32_t Vectors = 0) {
  PlayedVendor = Vendor;
  const uint32_t Base = std::min(Family, 15u);
  PlayedSignature = (Family - Base) << 20 | (Model >> 4) << 16 | Base << 8 |
                    (Model & 0xf) << 4;
  PlayedVectors = Vectors;
  return cpuName(readModel);
}

TEST(Cpu, NamesProcessorsByFamilyAndModel) {
  EXPECT_EQ(nameOf(Genu, 6, 0x3c), "haswell");
  EXPECT_EQ(nameOf(Genu, 6, 0x8f), "sapphirerapids");
  EXPECT_EQ(nameOf(Genu, 6, 0x55), "skylake-avx512");
  EXPECT_EQ(nameOf(Genu, 6, 0x55, 2), "cascadelake");
  EXPECT_EQ(nameOf(Genu, 6, 0x55, 3), "cooperlake");
  EXPECT_EQ(nameOf(Auth, 0x15, 0x01), "bdver1");
  EXPECT_EQ(nameOf(Auth, 0x15, 0x13), "bdver2");
  EXPECT_EQ(nameOf(Auth, 0x17, 0x01), "znver1");
  EXPECT_EQ(nameOf(Auth, 0x17, 0x31), "znver2");
  EXPECT_EQ(nameOf(Auth, 0x19, 0x01), "znver3");
  EXPECT_EQ(nameOf(Auth, 0x19, 0x11), "znver4");
  EXPECT_EQ(nameOf(Auth, 0x19, 0x44), "znver3");
  EXPECT_EQ(nameOf(Auth, 0x19, 0x75), "znver4");
  EXPECT_EQ(nameOf(Auth, 0x1a, 0x02), "znver5");
}

TEST(Cpu, KnowsNoNameForOthers) {
  EXPECT_EQ(nameOf(Genu, 15, 2), "x86-64");
  EXPECT_EQ(nameOf(Genu, 6, 0xff), "x86-64");
  EXPECT_EQ(nameOf(Auth, 0x0f, 2), "x86-64");
  EXPECT_EQ(nameOf(0x746e6543, 6, 0x3c), "x86-64");
  EXPECT_EQ(cpuName(nothing), "x86-64");
}

TEST(Cpu, UsesNamesThatLlvmKnows) {
  const std::set<std::string> Known = split(
      outputOf(OMPJIT_LLVM_ROOT "/bin/clang --print-supported-cpus"), '\n');
  for (uint32_t Family = 6; Family < 0x20; ++Family)
    for (uint32_t Model = 0; Model < 0x100; ++Model)
      for (uint32_t Vendor : {Genu, Auth}) {
        const std::string Name(nameOf(Vendor, Family, Model));
        EXPECT_TRUE(Known.count("\t" + Name)) << Name;
      }
}

TEST(Cpu, AgreesWithLlvmOnThisMachine) {
  if (cpuName() == "x86-64")
    GTEST_SKIP() << "an unknown processor";
  EXPECT_THAT(outputOf(OMPJIT_LLVM_ROOT "/bin/llc --version"),
              HasSubstr("Host CPU: " + std::string(cpuName())));
}

} // namespace
