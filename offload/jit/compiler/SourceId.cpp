//===- SourceId.cpp - What the service's images depend on -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the digest of the sources into the library, where its users find it.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/BuildId.h"

#include <cstdint>

namespace {

constexpr uint8_t Digest[] = {
#include "SourceId.inc"
};

/// The padded forms of name and content; they need none.
struct Note {
  uint32_t NameBytes = sizeof(Name), ContentBytes = sizeof(Content);
  uint32_t Type = ompjit::SourceIdType;
  char Name[sizeof(ompjit::SourceIdNote)];
  uint8_t Content[sizeof(Digest)];
};

consteval Note note() {
  Note New = {};
  for (unsigned I = 0; I != sizeof(New.Name); ++I)
    New.Name[I] = ompjit::SourceIdNote[I];
  for (unsigned I = 0; I != sizeof(New.Content); ++I)
    New.Content[I] = Digest[I];
  return New;
}

[[gnu::section(".note.ompjit"), gnu::used]] constinit const Note OfThisBuild =
    note();

} // namespace
