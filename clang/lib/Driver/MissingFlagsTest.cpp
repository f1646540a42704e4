//===- MissingFlagsTest.cpp - Unit tests for MissingFlags -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/MissingFlags.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <vector>

using namespace ompjit::driver;
using testing::StartsWith;

namespace {

std::string missing(std::vector<const char *> Arguments) {
  return missingFlags(Arguments);
}

TEST(MissingFlags, AModeNeedsATarget) {
  EXPECT_THAT(missing({"-fopenmp", "-fopenmp-target-jit", "a.c"}),
              StartsWith("'-fopenmp-target-jit' has no effect without a "
                         "target: add -fopenmp-targets="));
  for (const char *Target : {"-fopenmp-targets=x86_64", "--offload-arch=sm_90",
                             "--offload-targets=nvptx64"})
    EXPECT_EQ(missing({"-fopenmp", "-fopenmp-target-jit", Target}), "");
  EXPECT_EQ(missing({"-fopenmp-target-jit", "-fno-openmp-target-jit"}), "");
}

TEST(MissingFlags, TargetsNeedOpenMP) {
  EXPECT_EQ(missing({"-fopenmp-targets=x86_64", "a.c"}),
            "'-fopenmp-targets=' has no effect without -fopenmp");
  EXPECT_EQ(missing({"-fopenmp", "-fopenmp-targets=x86_64", "-fno-openmp"}),
            "");
  EXPECT_EQ(missing({"-fopenmp-targets=x86_64", "-fopenmp=libomp"}), "");
}

TEST(MissingFlags, NothingIsSaidOfWhatIsNotKnown) {
  EXPECT_EQ(missing({"-fopenmp", "-O2", "a.c"}), "");
  EXPECT_EQ(missing({"-fopenmp-target-jit", "@flags"}), "");
  EXPECT_EQ(missing({"-fopenmp-target-jit", "--config=a.cfg"}), "");
  EXPECT_EQ(missing({"-fopenmp-target-jit", "-w"}), "");
  EXPECT_EQ(missing({"--", "-fopenmp-target-jit"}), "");
}

} // namespace
