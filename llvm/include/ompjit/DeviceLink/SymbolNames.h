//===- ompjit/DeviceLink/SymbolNames.h - Symbols that a file has ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two lists of global names by which a linker decides what to take from an
// archive, for ELF objects and bitcode alike, host or device. Does not resolve
// anything.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_SYMBOLNAMES_H
#define OMPJIT_DEVICELINK_SYMBOLNAMES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>
#include <vector>

namespace ompjit::devicelink {

struct SymbolNames {
  std::vector<std::string> Defined;   ///< Global, weak and common definitions.
  std::vector<std::string> Undefined; ///< Without weak references.
};

/// The symbols that a link has so far, and those that it lacks.
class SymbolState {
public:
  void add(const SymbolNames &Names) {
    for (const std::string &Name : Names.Defined) {
      Defined.insert(Name);
      Undefined.erase(Name);
    }
    for (const std::string &Name : Names.Undefined)
      need(Name);
  }
  void need(llvm::StringRef Name) {
    if (!Defined.contains(Name))
      Undefined.insert(Name);
  }
  bool lacksAnyOf(const std::vector<std::string> &Names) const {
    return llvm::any_of(Names, [this](const std::string &Name) {
      return Undefined.contains(Name);
    });
  }

private:
  llvm::StringSet<> Defined, Undefined;
};

/// Returns the names of \p File; empty for a file that has no symbols.
llvm::Expected<SymbolNames> symbolNames(llvm::MemoryBufferRef File);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_SYMBOLNAMES_H
