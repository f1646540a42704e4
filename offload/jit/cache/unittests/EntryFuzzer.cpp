//===- EntryFuzzer.cpp - Feeds arbitrary bytes to the entry reader --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a libFuzzer target; build and run it with `ninja fuzz-cache-entry &&
// bin/fuzz-cache-entry`. The bytes are read as they are, and again with correct
// digests, so that the checks behind the digests are reached.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Entry.h"

#include <algorithm>
#include <cstdlib>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

/// Checks that an accepted entry lies inside the bytes and has the fields of
/// its key. The same holds for a reader that has only the start of the entry.
void check(ByteView Bytes, const Key &Expected) {
  EntryView View;
  uint64_t PayloadBytes, Needed;
  const LoadOutcome AtStart =
      decodeStart(Bytes.substr(0, Bytes.size() / 2), Bytes.size(), Expected,
                  View, PayloadBytes, Needed);
  if (AtStart == LoadOutcome::Hit &&
      (Needed > Bytes.size() || PayloadBytes != Bytes.size() - Needed))
    std::abort();
  if (decodeEntry(Bytes, Expected, View) != LoadOutcome::Hit)
    return;
  if (View.Payload.data() + View.Payload.size() !=
          Bytes.data() + Bytes.size() ||
      View.Fields.data() != Bytes.data() + sizeof(EntryHeader) ||
      !(keyOf(View.Fields) == Expected))
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ByteView Bytes(reinterpret_cast<const char *>(Data), Size);
  const size_t Split = Size ? Data[0] % Size : 0;
  const ByteView Fields = Bytes.substr(0, Split);
  const Key Expected = keyOf(Fields);
  (void)parseFields(Bytes);
  check(Bytes, Expected);

  std::string Entry = encodeEntry(Expected, Fields, Bytes.substr(Split), Size);
  check(Entry, Expected);
  // Overwrites a valid entry with the input's bytes, at a place that the input
  // chooses.
  const size_t At = Size > 1 ? Data[1] % Entry.size() : 0;
  Bytes.copy(Entry.data() + At, std::min<size_t>(Entry.size() - At, 16));
  check(Entry, Expected);
  return 0;
}
