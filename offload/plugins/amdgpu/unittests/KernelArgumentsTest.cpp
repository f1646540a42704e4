//===- KernelArgumentsTest.cpp - Tests of the arguments of kernels --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace ompjit;
using namespace ompjit::amdgpu;

namespace {

constexpr plugins::Shape Form = {{7, 1, 1}, {128, 1, 1}};
constexpr uint32_t ImplicitAt = 24;

/// Returns a kernel with an environment and two arguments, the second of which
/// is narrow.
KernelMetadata twoArguments(uint32_t Bytes) {
  KernelMetadata Kernel;
  Kernel.KernargBytes = Bytes;
  Kernel.KernargAlignment = 8;
  Kernel.Arguments = {{0, 8, ArgumentKind::GlobalBuffer},
                      {8, 8, ArgumentKind::ByValue},
                      {16, 4, ArgumentKind::ByValue}};
  if (Bytes > ImplicitAt) {
    Kernel.Arguments.push_back(
        {ImplicitAt, 4, ArgumentKind::HiddenBlockCountX});
    Kernel.Hidden.set(ArgumentKind::HiddenBlockCountX, ImplicitAt);
  }
  return Kernel;
}

template <typename T> T at(const std::vector<char> &Bytes, size_t Offset) {
  T Value;
  std::memcpy(&Value, Bytes.data() + Offset, sizeof(T));
  return Value;
}

struct Written {
  explicit Written(uint32_t Bytes) : Layout(twoArguments(Bytes)) {
    Launch.args = Arguments;
    Launch.num_args = 2;
    Launch.argument_form = OMPJIT_ARGUMENTS_OPENMP;
  }
  std::vector<char> write() {
    // The bytes behind the arguments must stay.
    std::vector<char> To(Layout.bytes() + 8, 'x');
    Layout.write(Launch, 0x1000, Form, 96, To.data());
    EXPECT_EQ(std::string(To.end() - 8, To.end()), "xxxxxxxx");
    return To;
  }

  void *Arguments[2] = {reinterpret_cast<void *>(0x1122334455667788),
                        reinterpret_cast<void *>(0xffffffff00000005)};
  ompjit_launch Launch = {};
  ArgumentLayout Layout;
};

TEST(KernelArgumentsTest, TheEnvironmentAndWordsAreWhereTheKernelWantsThem) {
  const std::vector<char> To = Written(ImplicitAt + 256).write();
  EXPECT_EQ(at<uint64_t>(To, 0), 0x1000u);
  EXPECT_EQ(at<uint64_t>(To, 8), 0x1122334455667788u);
  EXPECT_EQ(at<uint32_t>(To, 16), 5u);
  EXPECT_EQ(at<uint32_t>(To, 20), 0u);
}

TEST(KernelArgumentsTest, TheImplicitOnesTellOfTheLaunch) {
  const std::vector<char> To = Written(ImplicitAt + 256).write();
  EXPECT_EQ(at<uint32_t>(To, ImplicitAt), 7u);
  EXPECT_EQ(at<uint16_t>(To, ImplicitAt + 12), 128u);
  // There is no partial block.
  EXPECT_EQ(at<uint16_t>(To, ImplicitAt + 18), 0u);
  EXPECT_EQ(at<uint16_t>(To, ImplicitAt + 64), 1u);
  EXPECT_EQ(at<uint32_t>(To, ImplicitAt + 120), 96u);
}

TEST(KernelArgumentsTest, AKernelMayWantSomeOfThemOnly) {
  const std::vector<char> To = Written(ImplicitAt + 12).write();
  EXPECT_EQ(at<uint32_t>(To, ImplicitAt), 7u);
  Written(ImplicitAt).write();
}

TEST(KernelArgumentsTest, OtherFormsHaveNoEnvironment) {
  Written Bare(ImplicitAt);
  Bare.Launch.argument_form = OMPJIT_ARGUMENTS_BARE;
  ompjit_error Error = {};
  EXPECT_NE(Bare.Layout.check(Bare.Launch, "k", &Error), 0);
  EXPECT_STREQ(Error.text,
               "the launch of kernel k passes 2 arguments, and it takes 3");
  const uint64_t Packed[] = {1, 2, 3};
  Written Other(ImplicitAt + 256);
  Other.Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Other.Launch.args = reinterpret_cast<void **>(const_cast<uint64_t *>(Packed));
  Other.Launch.num_args = 0;
  Other.Launch.packed_bytes = 8;
  EXPECT_NE(Other.Layout.check(Other.Launch, "k", &Error), 0);
  EXPECT_STREQ(Error.text, "the launch of kernel k passes 8 bytes of "
                           "parameters, and it takes 20");
  Other.Launch.packed_bytes = sizeof(Packed);
  EXPECT_EQ(Other.Layout.check(Other.Launch, "k", &Error), 0);
  EXPECT_EQ(at<uint64_t>(Other.write(), 8), 2u);
}

TEST(KernelArgumentsTest, WordsAreNoStructures) {
  KernelMetadata Kernel = twoArguments(ImplicitAt);
  Kernel.Arguments[1].Bytes = 16;
  const Written Words(ImplicitAt);
  ompjit_error Error = {};
  EXPECT_EQ(Words.Layout.check(Words.Launch, "k", &Error), 0);
  EXPECT_NE(ArgumentLayout(Kernel).check(Words.Launch, "k", &Error), 0);
  EXPECT_STREQ(Error.text, "the launch of kernel k passes words, and it takes "
                           "an argument of 16 bytes");
}

TEST(KernelArgumentsTest, UnknownFormsAreRefused) {
  Written Wrong(ImplicitAt);
  Wrong.Launch.argument_form = 17;
  ompjit_error Error = {};
  EXPECT_NE(Wrong.Layout.check(Wrong.Launch, "k", &Error), 0);
  EXPECT_STREQ(Error.text, "the launch of kernel k passes its arguments in the "
                           "form 17, which is not known");
}

TEST(KernelArgumentsTest, AKernelThatSaysOnlyItsSizeTakesWords) {
  const ArgumentLayout Layout = ArgumentLayout::ofWords(3 * 8 + 256);
  EXPECT_EQ(Layout.bytes(), 280u);
  uint64_t Words[] = {11, 22, 33};
  void *Arguments[] = {reinterpret_cast<void *>(Words[0]),
                       reinterpret_cast<void *>(Words[1])};
  ompjit_launch Launch = {};
  Launch.args = Arguments;
  Launch.num_args = 2;
  EXPECT_EQ(Layout.check(Launch, "k", nullptr), 0);
  Launch.num_args = 1;
  EXPECT_NE(Layout.check(Launch, "k", nullptr), 0);
  Launch.num_args = 2;
  alignas(16) uint64_t Got[35] = {};
  const ompjit::plugins::Shape Form = {{4, 1, 1}, {64, 1, 1}};
  Layout.write(Launch, 77, Form, 128, Got);
  EXPECT_EQ(Got[0], 77u);
  EXPECT_EQ(Got[1], 11u);
  EXPECT_EQ(Got[2], 22u);
  // This is the number of blocks, the first of the added arguments.
  EXPECT_EQ(uint32_t(Got[3]), 4u);

  // If parameters have any size, the last one may be shorter.
  Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Launch.num_args = 0;
  Launch.args = reinterpret_cast<void **>(Words);
  Launch.packed_bytes = 20;
  EXPECT_EQ(Layout.check(Launch, "k", nullptr), 0);
  Launch.packed_bytes = 16;
  EXPECT_NE(Layout.check(Launch, "k", nullptr), 0);
}

} // namespace
