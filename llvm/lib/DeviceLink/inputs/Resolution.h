//===- Resolution.h - Which definition of a symbol a device link uses -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbol resolution over ELF objects and bitcode, by ELF's rules: a strong
// definition beats a common one, that beats a weak one, and among equals the
// first (among common ones the largest) stays. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_RESOLUTION_H
#define OMPJIT_DEVICELINK_RESOLUTION_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ompjit::devicelink {

/// How a file mentions a symbol; a higher one wins.
enum class SymbolRank { Undefined, Weak, Common, Strong };

class Resolution {
public:
  struct Mention {
    unsigned File;          ///< Position in the link.
    llvm::StringRef Source; ///< Its name, for messages; must outlive the
                            ///< object.
    SymbolRank Rank;
    uint64_t CommonSize = 0;
    bool FromObject = false; ///< In an ELF object rather than in bitcode.
  };

  /// Fails if \p Name is defined twice.
  llvm::Error add(llvm::StringRef Name, const Mention &M);

  /// Keeps \p Name visible to code that LTO does not see.
  void keep(llvm::StringRef Name) { Symbols[Name].IsVisible = true; }

  bool prevails(llvm::StringRef Name, unsigned File) const;
  bool isDefined(llvm::StringRef Name) const;
  /// Whether ELF objects or other images may refer to \p Name.
  bool isVisible(llvm::StringRef Name) const;

private:
  struct Symbol {
    Mention Prevailing{0, "", SymbolRank::Undefined};
    bool IsVisible = false;
  };
  llvm::StringMap<Symbol> Symbols;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_RESOLUTION_H
