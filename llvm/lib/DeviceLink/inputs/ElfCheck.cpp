//===- ElfCheck.cpp - Checks ELF objects before LLVM reads them -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElfCheck.h"

#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

Error checkSymbolTables(StringRef Object) {
  if (getElfArchType(Object) != std::pair<unsigned char, unsigned char>(
                                    ELF::ELFCLASS64, ELF::ELFDATA2LSB))
    return Error::success();
  auto File = ELFFile<ELF64LE>::create(Object);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_SYMTAB &&
        Section.sh_type != ELF::SHT_DYNSYM)
      continue;
    if (auto Symbols = File->symbols(&Section); !Symbols)
      return Symbols.takeError();
    if (auto Strings = File->getStringTableForSymtab(Section); !Strings)
      return Strings.takeError();
  }
  return Error::success();
}

} // namespace ompjit::devicelink
