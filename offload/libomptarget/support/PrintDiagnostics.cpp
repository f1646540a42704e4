//===- PrintDiagnostics.cpp - Prints docs/diagnostics.md ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include <cstdio>

int main() {
  std::fputs(ompjit::diagnosticsAsMarkdown().c_str(), stdout);
  return 0;
}
