//===- SymbolUsers.h - Users of a symbol ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For messages about undefined symbols: the file and the function that use each
// of them. Reads all of the inputs again, so it is for errors only. Private to
// the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_SYMBOLUSERS_H
#define OMPJIT_DEVICELINK_SYMBOLUSERS_H

#include "ompjit/DeviceLink/DeviceCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace ompjit::devicelink {

struct SymbolUser {
  std::string Source;       ///< As in DeviceCode.
  std::string Place;        ///< "'f(int)' (a.cpp:3)".
  bool IsLateBound = false; ///< The source says that it is bound at run time.
};

/// Returns the first user of each of \p Names in \p Codes. A name may have
/// none, as the code generator adds calls.
llvm::StringMap<SymbolUser>
findSymbolUsers(llvm::ArrayRef<std::string> Names,
                llvm::ArrayRef<const DeviceCode *> Codes);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_SYMBOLUSERS_H
