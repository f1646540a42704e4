//===- ImageTest.cpp - Conformance: images and their symbols --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <cstring>

using namespace ompjit::conformance;

namespace {

TEST_F(DeviceTest, AcceptsItsImage) {
  EXPECT_GT(
      P.image_check(Device, imageBytes().data(), imageBytes().size(), &Error),
      0)
      << Error.text;
}

TEST_F(DeviceTest, RefusesWhatIsNoImage) {
  const std::string Nonsense(4096, 'x');
  for (size_t Size : {size_t(0), size_t(3), Nonsense.size()}) {
    ompjit_error Reason = {};
    EXPECT_EQ(P.image_check(Device, Nonsense.data(), Size, &Reason), 0);
    EXPECT_STRNE(Reason.text, "");
    ompjit_image *Image = nullptr;
    EXPECT_NE(
        P.image_load(Device, Nonsense.data(), Size, "bad", &Image, &Reason), 0);
  }
}

TEST_F(DeviceTest, RefusesACutImageAtEveryLength) {
  const std::string &Whole = imageBytes();
  for (size_t Size = 0; Size < Whole.size(); Size += 61) {
    ompjit_image *Image = nullptr;
    // The test uses a copy of its own, so that a sanitizer sees a read past the
    // end.
    std::string Cut = Whole.substr(0, Size);
    EXPECT_NE(P.image_load(Device, Cut.data(), Size, "cut", &Image, &Error), 0)
        << Size;
  }
}

TEST_F(DeviceTest, NamesAMissingSymbol) {
  ompjit_image *Image = load();
  void *Address = nullptr;
  EXPECT_EQ(P.image_symbol(Device, Image, "no_such_symbol", &Address, nullptr,
                           &Error),
            OMPJIT_NO_SYMBOL);
  EXPECT_THAT(Error.text, testing::HasSubstr("no_such_symbol"));
  ompjit_kernel *Kernel = nullptr;
  EXPECT_NE(P.kernel_get(Device, Image, "no_such_kernel", 0, &Kernel, &Error),
            0);
  EXPECT_THAT(Error.text, testing::HasSubstr("no_such_kernel"));
}

TEST_F(DeviceTest, KeepsVariablesOfEachLoadApart) {
  ompjit_image *First = load(), *Second = load();
  void *A = nullptr, *B = nullptr;
  uint64_t Size = 0;
  ASSERT_EQ(
      P.image_symbol(Device, First, "conformance_counter", &A, &Size, &Error),
      0)
      << Error.text;
  EXPECT_TRUE(Size == 0 || Size == sizeof(int64_t));
  ASSERT_EQ(P.image_symbol(Device, Second, "conformance_counter", &B, nullptr,
                           &Error),
            0)
      << Error.text;
  EXPECT_NE(A, B);
}

TEST_F(DeviceTest, LoadsAgainAfterUnloading) {
  // Names, descriptors and addresses are used again, but variables must start
  // afresh.
  for (int Round = 0; Round < 50; ++Round) {
    ompjit_image *Image = nullptr;
    std::string Bytes = imageBytes();
    ASSERT_EQ(P.image_load(Device, Bytes.data(), Bytes.size(), "again", &Image,
                           &Error),
              0)
        << Error.text;
    // The plugin must not need the bytes any longer.
    std::memset(Bytes.data(), 0xee, Bytes.size());
    void *Counter = nullptr;
    ASSERT_EQ(P.image_symbol(Device, Image, "conformance_counter", &Counter,
                             nullptr, &Error),
              0);
    int64_t Value = 0;
    ASSERT_EQ(P.copy_from_device(Device, nullptr, &Value, Counter,
                                 sizeof(Value), &Error),
              0);
    EXPECT_EQ(Value, 40);
    Value = Round;
    ASSERT_EQ(P.copy_to_device(Device, nullptr, Counter, &Value, sizeof(Value),
                               &Error),
              0);
    P.image_unload(Device, Image);
  }
}

} // namespace
