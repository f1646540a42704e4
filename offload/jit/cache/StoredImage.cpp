//===- StoredImage.cpp - An entry that was read and checked ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/StoredImage.h"

#include "ompjit/Cache/Entry.h"

using namespace ompjit;
using namespace ompjit::cache;

LoadOutcome cache::takeEntry(std::unique_ptr<char[]> Bytes, size_t Size,
                             const Key &Expected, StoredImage &Out) {
  EntryView View;
  const LoadOutcome Outcome =
      decodeEntry(ByteView(Bytes.get(), Size), Expected, View);
  if (Outcome == LoadOutcome::Hit)
    Out = {std::move(Bytes), Size, View.Fields, View.Payload, View.CompileNs};
  return Outcome;
}
