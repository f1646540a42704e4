//===- ompjit/Plugins/Error.h - How plugins report failures ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the caller's ompjit_error. Every function of the table that can fail
// ends its failure paths with `return fail(Error, ...)`.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_ERROR_H
#define OMPJIT_PLUGINS_ERROR_H

#include "ompjit/Plugin.h"

namespace ompjit::plugins {

/// Formats the sentence into \p Error, if that is not null, and returns 1, the
/// failure value of the interface.
[[gnu::format(printf, 2, 3)]] int fail(ompjit_error *Error, const char *Format,
                                       ...);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_ERROR_H
