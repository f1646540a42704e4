//===- TuningProfileFuzzer.cpp - Arbitrary bytes as a profile -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is accepted must survive being written. Build it with ninja
// fuzz-tuning, and run it for a while.
//
//===----------------------------------------------------------------------===//

#include "ompjit/TuningProfile.h"

#include <cstdlib>

using namespace ompjit;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Result<tuning::Profile> Read = tuning::parse(
      std::string_view(reinterpret_cast<const char *>(Data), Size));
  if (!Read)
    return 0;
  Result<tuning::Profile> Again = tuning::parse(tuning::write(*Read));
  if (!Again || *Again != *Read)
    std::abort();
  return 0;
}
