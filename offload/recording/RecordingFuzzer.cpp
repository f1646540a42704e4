//===- RecordingFuzzer.cpp - libFuzzer target for the descriptor reader ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds bytes to recording::parse(). A descriptor that it accepts has to be
// consistent, and has to be the same after it is written and read again. The
// fuzzer is not part of the default build: build it with `ninja fuzz-recording`
// and run it for a while.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Recording.h"

#include <cstdlib>

using namespace ompjit;

static void require(bool Holds) {
  if (!Holds)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Result<recording::Descriptor> D =
      recording::parse(ByteView(reinterpret_cast<const char *>(Data), Size));
  if (!D)
    return 0;
  require(D->Input.Bytes == D->memoryBytes());
  for (const recording::Range &Each : D->Blocks)
    require(Each.Address >= D->Memory.Address &&
            Each.Address - D->Memory.Address <= D->Memory.Bytes &&
            Each.Bytes <= D->Memory.Bytes - (Each.Address - D->Memory.Address));
  std::string Text = recording::write(*D);
  Result<recording::Descriptor> Again = recording::parse(Text);
  require(Again && Again->IsIntact && recording::write(*Again) == Text);
  return 0;
}
