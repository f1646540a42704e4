//===- ImageSymbolsTest.cpp - Tests of the names in an image --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageSymbols.h"

#include "Device.h"
#include "FakeDriver.h"
#include "Image.h"
#include "LoadedImage.h"
#include "ompjit/DeviceEnvironment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ompjit::cuda;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

namespace {

constexpr char Head[] = ".version 8.4\n.target sm_90\n.address_size 64\n";

TEST(CudaImageSymbols, OfPtxAreThoseThatOthersMayFind) {
  const std::string Text = std::string(Head) +
                           R"(
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a);
.visible .func function(.param .b64 function_param_0);
.extern .global .align 4 .b8 elsewhere[4];
.global .align 4 .b8 internal[4];
.extern .shared .align 16 .b8 shared_array[];
.shared .align 8 .b8 team[16];
// .visible .global .align 4 .u32 comment;
.visible .global .align 4 .u32 plain;
.visible .global .align 8 .b8 $L_array_$[24] = {1, 2};
.weak .const .align 8 .u64 pointer = function;
	.visible	.global .attribute(.managed) .align 4 .u32 managed;
.common .global .align 4 .b8 common_array[8];
.weak .global .align 8 .v4 .f32 vector;
.visible .entry kernel(
	.param .u64 kernel_param_0
)
.maxntid 128, 1, 1
.weak .entry no_parameters()
{ // .visible .global
.visible .global
.visible
)";
  EXPECT_THAT(exportedSymbols(Text.data(), Text.size(), ImageKind::Ptx),
              UnorderedElementsAre("plain", "$L_array_$", "pointer", "managed",
                                   "common_array", "vector", "kernel",
                                   "no_parameters"));
}

/// A GPU whose driver knows nothing of the images that it has loaded.
class CudaDeniedTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(openDevice(Fake.Table, 0, &Device, &Error), 0) << Error.text;
  }
  void TearDown() override {
    if (Image)
      unloadImage(Device, Image);
    closeDevice(Device);
  }
  int load(const std::string &Definitions) {
    const std::string Text = Head + Definitions;
    return loadImage(Device, Text.data(), Text.size(), "test", &Image, &Error);
  }
  int find(const char *Name) {
    void *Address = nullptr;
    return findSymbol(Device, Image, Name, &Address, nullptr, &Error);
  }

  FakeDriver Fake;
  ompjit_device *Device = nullptr;
  ompjit_image *Image = nullptr;
  ompjit_error Error = {};
};

TEST_F(CudaDeniedTest, IsBelievedOfWhatTheImageHasNot) {
  ASSERT_EQ(load(".global .align 4 .u32 internal;\n"), 0) << Error.text;
  EXPECT_EQ(find("internal"), OMPJIT_NO_SYMBOL);
  EXPECT_STREQ(Error.text, "the image has no symbol 'internal'");
}

TEST_F(CudaDeniedTest, IsNotBelievedOfWhatTheImageHas) {
  ASSERT_EQ(load(".visible .global .align 4 .u32 plain;\n"), 0) << Error.text;
  const int Code = find("plain");
  EXPECT_NE(Code, 0);
  EXPECT_NE(Code, OMPJIT_NO_SYMBOL);
  EXPECT_THAT(Error.text,
              HasSubstr("cannot find 'plain' on GPU 0: CUDA_ERROR_NOT_FOUND"));
}

TEST_F(CudaDeniedTest, LeavesNoEnvironmentUnfilled) {
  EXPECT_NE(load(std::string(".visible .const .align 8 .b8 ") +
                 ompjit::DeviceEnvironmentName + "[64];\n"),
            0);
  EXPECT_THAT(Error.text, HasSubstr("CUDA_ERROR_NOT_FOUND"));
  EXPECT_EQ(Fake.Calls["ModuleUnload"], 1);
}

} // namespace
