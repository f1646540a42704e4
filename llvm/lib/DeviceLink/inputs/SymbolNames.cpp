//===- SymbolNames.cpp - Symbols that a file has --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SymbolNames.h over LLVM's symbolic files.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/SymbolNames.h"

#include "ElfCheck.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/SymbolicFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

Expected<SymbolNames> symbolNames(MemoryBufferRef Buffer) {
  SymbolNames Names;
  file_magic Magic = identify_magic(Buffer.getBuffer());
  if (Magic != file_magic::elf && Magic != file_magic::elf_relocatable &&
      Magic != file_magic::bitcode)
    return Names;
  if (Magic != file_magic::bitcode)
    if (Error E = checkSymbolTables(Buffer.getBuffer()))
      return std::move(E);
  LLVMContext Context;
  auto File = SymbolicFile::createSymbolicFile(Buffer, Magic, &Context);
  if (!File)
    return File.takeError();
  for (const BasicSymbolRef &Symbol : (*File)->symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return Flags.takeError();
    if (!(*Flags & BasicSymbolRef::SF_Global) ||
        (*Flags & BasicSymbolRef::SF_FormatSpecific))
      continue;
    std::string Name;
    raw_string_ostream Stream(Name);
    if (Error E = Symbol.printName(Stream))
      return E;
    if (!(*Flags & BasicSymbolRef::SF_Undefined))
      Names.Defined.push_back(std::move(Name));
    else if (!(*Flags & BasicSymbolRef::SF_Weak))
      Names.Undefined.push_back(std::move(Name));
  }
  return Names;
}

} // namespace ompjit::devicelink
