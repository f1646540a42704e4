//===- PackagedVersion.cpp - Is the packaged clang still the same? --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackagedVersion.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <sys/stat.h>

static constexpr struct {
  const char *Name;
  uint64_t Size;
} Libraries[] = {
#include OMPJIT_PACKAGED_SIZES
};

bool ompjit::driver::isPackagedOfSameBuild(std::string_view PackagedBin) {
  return std::all_of(std::begin(Libraries), std::end(Libraries),
                     [&](const auto &Library) {
                       const std::string Path =
                           std::string(PackagedBin) + "/../lib/" + Library.Name;
                       struct stat Status;
                       return stat(Path.c_str(), &Status) == 0 &&
                              uint64_t(Status.st_size) == Library.Size;
                     });
}
