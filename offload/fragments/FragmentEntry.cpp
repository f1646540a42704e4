//===- FragmentEntry.cpp - Fragments that are given at run time -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/FragmentEntry.h"

#include "ompjit/FragmentKernels.h"
#include "ompjit/Support/Checksum.h"

#include <cstdio>
#include <cstring>

using namespace ompjit;

static FragmentKey keyOf(std::string_view Bytes) {
  const Digest128 Digest = digestOf(Bytes);
  uint64_t Words[2];
  static_assert(sizeof(Words) == sizeof(Digest));
  std::memcpy(Words, Digest.data(), sizeof(Words));
  return FragmentKey::ofDigest(Words[0], Words[1]);
}

static std::string nameOf(std::string_view Bytes) {
  std::string Name = "fragment-";
  for (uint8_t Byte : digestOf(Bytes)) {
    char Digits[3];
    std::snprintf(Digits, sizeof(Digits), "%02x", Byte);
    Name += Digits;
  }
  return Name;
}

BytesFragmentEntry::BytesFragmentEntry(std::string Given, std::string Called)
    : Bytes(std::move(Given)), Key(keyOf(Bytes)),
      Name(Called.empty() ? nameOf(Bytes) : std::move(Called)) {
  ompjit_fragments_announce(Bytes.data(), Bytes.size());
}
