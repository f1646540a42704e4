//===- ompjit/Plugins/Text.h - Text for the caller's memory -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_TEXT_H
#define OMPJIT_PLUGINS_TEXT_H

#include "ompjit/Plugins/Error.h"

#include <cstring>
#include <string>

namespace ompjit::plugins {

/// Copies \p Text, zero-terminated.
inline int copyText(const std::string &Text, char *To, size_t Size,
                    ompjit_error *Error) {
  if (Text.size() >= Size)
    return fail(Error, "'%s' does not fit into %zu bytes", Text.c_str(), Size);
  std::memcpy(To, Text.c_str(), Text.size() + 1);
  return 0;
}

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_TEXT_H
