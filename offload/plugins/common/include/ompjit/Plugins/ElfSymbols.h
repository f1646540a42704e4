//===- ElfSymbols.h - The names that a device image defines -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a vendor's library reports that there is no such symbol, that may be
// wrong: it may have run out of some resource and use that status for it. So
// the image is searched.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_ELFSYMBOLS_H
#define OMPJIT_PLUGINS_COMMON_ELFSYMBOLS_H

#include <string_view>
#include <vector>

namespace ompjit::plugins {

struct ElfSymbol {
  std::string_view Name; ///< In the image's bytes.
  bool IsExported;       ///< The loader of the image has to find it.
};

/// Returns the variables and functions that a 64-bit little-endian image
/// defines, in the order of its tables; a symbol may be in two tables. Accepts
/// arbitrary bytes: damaged files have no symbols.
std::vector<ElfSymbol> definedSymbols(std::string_view Elf);

bool exportsSymbol(std::string_view Elf, std::string_view Name);

/// Returns the content of the first section of that name; empty if there is
/// none.
std::string_view sectionNamed(std::string_view Elf, std::string_view Name);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_ELFSYMBOLS_H
