//===- ValueMeaning.h - What a value of a setting means ---------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other programs say "on" and "12MB" where ours say 1 and 12M. Errors about
// such values name what was meant.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_VALUEMEANING_H
#define OMPJIT_SUPPORT_VALUEMEANING_H

#include <string>
#include <string_view>

namespace ompjit {

/// Returns the value that \p Value means as another word for "on" or "off", or
/// as a size with another unit, if \p Accepted, the text about the accepted
/// values, has such values; otherwise an empty text.
std::string meaningOf(std::string_view Value, std::string_view Accepted);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_VALUEMEANING_H
