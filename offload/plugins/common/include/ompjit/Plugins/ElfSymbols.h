//===- ElfSymbols.h - The names that a device image defines -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vendor's library that says of a symbol that it is not there may be wrong:
// it may have run out of something, and use that status for it. The image
// knows.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_ELFSYMBOLS_H
#define OMPJIT_PLUGINS_COMMON_ELFSYMBOLS_H

#include <string_view>
#include <vector>

namespace ompjit::plugins {

struct ElfSymbol {
  std::string_view Name; ///< In the image's bytes.
  bool IsExported;       ///< Who loads the image has to find it.
};

/// The variables and functions that a 64-bit little-endian image defines, in
/// the order of its tables, of which two may have the same one. The bytes may
/// be anything: what is damaged has no symbols.
std::vector<ElfSymbol> definedSymbols(std::string_view Elf);

bool exportsSymbol(std::string_view Elf, std::string_view Name);

/// What is in the first section of the name; nothing if there is none.
std::string_view sectionNamed(std::string_view Elf, std::string_view Name);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_ELFSYMBOLS_H
