//===- FragmentFuzzer.cpp - Fuzzes the reader of fragments ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds bytes to fragments::parse(). What it accepts is read completely, so
// that AddressSanitizer sees views that lead outside. Build it with `ninja
// fuzz-fragment` and run it for a while.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentFile.h"

using namespace ompjit;
using namespace ompjit::fragments;

static uint64_t touch(ByteView Bytes) {
  uint64_t Sum = 0;
  for (char C : Bytes)
    Sum += uint8_t(C);
  return Sum;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Result<std::vector<FragmentImage>> Images =
      parse(ByteView(reinterpret_cast<const char *>(Data), Size));
  if (!Images)
    return 0;
  volatile uint64_t Sink = 0;
  for (const FragmentImage &Each : *Images) {
    Sink = Sink + uint64_t(Each.Kind) + Each.HasNames + touch(Each.Triple) +
           touch(Each.Arch) + touch(Each.Code);
    for (const auto *List :
         {&Each.Defines, &Each.Weak, &Each.Needs, &Each.Entries})
      for (std::string_view Name : *List)
        Sink = Sink + touch(Name);
  }
  return 0;
}
