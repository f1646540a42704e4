//===- MatrixFuzzer.cpp - Fuzzes the reader of matrices -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Feeds bytes to readMatrix(). What it accepts is multiplied if that is small,
// and the product has to be a matrix of its own with the same entries. Build it
// with `ninja fuzz-matrix` and run it for a while.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include <cstdlib>

using namespace ompjit;
using namespace ompjit::matrix;

static void require(bool Holds) {
  if (!Holds)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Result<Node> Root = readMatrix(
      std::string_view(reinterpret_cast<const char *>(Data), Size), "input");
  if (!Root)
    return 0;
  review(*Root);
  Result<std::vector<Entry>> Entries = multiply(*Root);
  if (!Entries || Entries->size() > 1000)
    return 0;
  const std::string Text = asJson(*Entries);
  Result<Node> Again = readMatrix(Text, "output");
  require(bool(Again));
  Result<std::vector<Entry>> Same = multiply(*Again);
  require(Same && asJson(*Same) == Text);
  return 0;
}
