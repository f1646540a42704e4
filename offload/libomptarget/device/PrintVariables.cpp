//===- PrintVariables.cpp - Prints docs/runtime-variables.md --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSettings.h"

#include <cstdio>

int main() {
  std::fputs(ompjit::runtimeSettingsAsMarkdown().c_str(), stdout);
  return 0;
}
