//===- PrintTest.cpp - Tests of printf of device code ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print.h"
#include "PrintBuffers.h"

#include <gtest/gtest.h>

#include <cstring>
#include <latch>
#include <string>
#include <thread>
#include <vector>

using namespace ompjit::vgpu;

namespace {

/// Lays out arguments as compiled code does.
class Arguments {
public:
  template <typename T> Arguments &add(T Value) {
    Bytes.resize((Bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    Bytes.resize(Bytes.size() + sizeof(T));
    std::memcpy(&Bytes[Bytes.size() - sizeof(T)], &Value, sizeof(T));
    return *this;
  }
  const void *data() const { return Bytes.data(); }

private:
  std::vector<char> Bytes;
};

std::string print(const char *Format, const Arguments &All, int32_t Result) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(printFormatted(Format, All.data()), Result);
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

TEST(Print, TakesEveryKindOfArgument) {
  EXPECT_EQ(print("%d %5.2f|%-4x|%s %c %lld 100%%\n",
                  Arguments()
                      .add(int32_t(-3))
                      .add(2.5)
                      .add(uint32_t(255))
                      .add("text")
                      .add(int32_t('z'))
                      .add(int64_t(1) << 40),
                  6),
            "-3  2.50|ff  |text z 1099511627776 100%\n");
}

TEST(Print, TakesWidthsFromArguments) {
  EXPECT_EQ(
      print(
          "[%*d] [%.*f]",
          Arguments().add(int32_t(4)).add(int32_t(7)).add(int32_t(1)).add(0.25),
          4),
      "[   7] [0.2]");
}

TEST(Print, PrintsLongStrings) {
  const std::string Long(2000, 'x');
  EXPECT_EQ(print("%s", Arguments().add(Long.c_str()), 1), Long);
}

TEST(PrintBuffers, KernelsRunSideBySide) {
  DeviceMemory Memory(1 << 30, /*KeepsFreed=*/false);
  PrintBuffers Prints(Memory);
  // Each kernel returns only when the other one runs, too.
  std::latch Both(2);
  auto Kernel = [&] { Prints.around([&] { Both.arrive_and_wait(); }); };
  std::thread Other(Kernel);
  Kernel();
  Other.join();
}

TEST(Print, RefusesWhatMeansNothing) {
  EXPECT_EQ(print("%y", Arguments(), -1), "");
  EXPECT_EQ(print("%", Arguments(), -1), "");
  EXPECT_EQ(print("%n", Arguments(), -1), "");
}

} // namespace
