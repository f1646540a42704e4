//===- RemarkText.h - Remarks as clang prints them ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats a remark of a pass, or its warning that it could not do what the
// source asks for, with the location in the source, if the code was compiled
// with line numbers, and with the source line, if the file still exists.
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_REMARKTEXT_H
#define OMPJIT_DEVICELINK_REMARKTEXT_H

#include "llvm/IR/DiagnosticInfo.h"

#include <string>

namespace ompjit::devicelink {

std::string remarkText(const llvm::DiagnosticInfoOptimizationBase &Remark);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_REMARKTEXT_H
