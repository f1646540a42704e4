//===- ompjit/DeviceLink/FileError.h - Errors that begin with a file ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of linkers begin with the file they are about, without quotes.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_FILEERROR_H
#define OMPJIT_DEVICELINK_FILEERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace ompjit::devicelink {

/// "<File>: <what E says>".
inline llvm::Error fileError(const llvm::Twine &File, llvm::Error E) {
  return llvm::createStringError(File + ": " + llvm::toString(std::move(E)));
}

inline llvm::Error fileError(const llvm::Twine &File, std::error_code Code) {
  return llvm::createStringError(File + ": " + Code.message());
}

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_FILEERROR_H
