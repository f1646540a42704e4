//===- Variables.cpp - The variables that LLVM and lld see ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM and lld are written for tools and read variables when they need them. In
// a program they get the values that ompjit/Support/ProgramEnvironment.h would
// give, and never the name of a file to write: the linker redirects each call
// of getenv(3) in this shared object to this function (--wrap).
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/ProgramEnvironment.h"

#include <cstring>

extern "C" char *__real_getenv(const char *Name);

extern "C" char *__wrap_getenv(const char *Name) {
  // lld would write its inputs to this file.
  if (ompjit::hasRaisedPrivileges() || std::strcmp(Name, "LLD_REPRODUCE") == 0)
    return nullptr;
  return __real_getenv(Name);
}
