//===- CodeDigest.cpp - A digest of an image's code -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeDigest.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::jit {

/// Uses the bitcode, which has the whole module; LLVM's structural hash omits
/// parts of it.
std::string codeDigest(const Module &M, const std::vector<std::string> &Slots,
                       unsigned OptLevel) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  WriteBitcodeToFile(M, Stream);
  for (const std::string &Symbol : Slots)
    Stream << Symbol << '\0';
  Stream << OptLevel;
  const auto Digest = BLAKE3::hash<16>(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
  return std::string(Digest.begin(), Digest.end());
}

} // namespace ompjit::jit
