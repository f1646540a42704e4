//===- CompileServiceFuzzer.cpp - Untrusted bytes for the decoders --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is a libFuzzer target. No input may crash a decoder, and an input that a
// decoder accepts has to encode to the same bytes again.
//
//===----------------------------------------------------------------------===//

#include "ompjit/CompileService.h"
#include "ompjit/KernelCounts.h"
#include "ompjit/LinkedImage.h"

#include <cstdlib>

template <typename T> static void tryDecode(ompjit::ByteView Bytes) {
  if (ompjit::Result<T> Read = T::decode(Bytes))
    if (Read->encode() != Bytes)
      std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ompjit::ByteView Bytes(reinterpret_cast<const char *>(Data), Size);
  tryDecode<ompjit::CompileRequest>(Bytes);
  tryDecode<ompjit::Image>(Bytes);
  tryDecode<ompjit::CompileResult>(Bytes);
  tryDecode<ompjit::LinkedImage>(Bytes);
  tryDecode<ompjit::KernelCounts>(Bytes);
  return 0;
}
