//===- Error.cpp - How plugins report failures ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Error.h"

#include <cstdarg>
#include <cstdio>

int ompjit::plugins::fail(ompjit_error *Error, const char *Format, ...) {
  if (!Error)
    return 1;
  va_list Arguments;
  va_start(Arguments, Format);
  std::vsnprintf(Error->text, sizeof(Error->text), Format, Arguments);
  va_end(Arguments);
  return 1;
}
