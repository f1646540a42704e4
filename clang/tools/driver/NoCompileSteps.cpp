//===- NoCompileSteps.cpp - A driver that does not compile ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For links, which start with a smaller program: all steps are programs.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Driver/CompileStep.h"

ompjit::driver::PrepareStep
ompjit::driver::compileSteps(const ompjit::driver::Locations &) {
  return {};
}
