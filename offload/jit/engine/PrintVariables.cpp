//===- PrintVariables.cpp - Prints docs/variables.md ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the documentation of the variables; the build target
// update-docs-variables redirects it into docs/variables.md.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Jit/Settings.h"

#include <cstdio>

int main() {
  std::string Text = ompjit::jit::settingsAsMarkdown();
  return std::fwrite(Text.data(), 1, Text.size(), stdout) == Text.size() ? 0
                                                                         : 1;
}
