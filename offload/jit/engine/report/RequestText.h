//===- RequestText.h - What is compiled, for keys and for people ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_REQUESTTEXT_H
#define OMPJIT_JIT_REQUESTTEXT_H

#include "ompjit/CompileService.h"

#include <string>

namespace ompjit::jit {

/// As in keys and in the names of files.
const char *kindName(ImageKind);

/// Readable, because people look at it when they ask why an image differs.
std::string specializationText(const CompileRequest &);

/// For messages: what is compiled or looked up.
std::string describe(const CompileRequest &);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_REQUESTTEXT_H
