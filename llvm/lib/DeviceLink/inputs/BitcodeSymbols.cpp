//===- BitcodeSymbols.cpp - Checks the symbol table of bitcode ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitcodeSymbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Object/IRSymtab.h"

using namespace llvm;
namespace table = llvm::irsymtab::storage;

namespace {

class Checker {
public:
  Checker(StringRef Table, StringRef Strings)
      : Table(Table), Strings(Strings),
        Top(*reinterpret_cast<const table::Header *>(Table.data())) {}

  bool isWhole() const {
    return has(Top.Producer) && has(Top.TargetTriple) &&
           has(Top.SourceFileName) && has(Top.COFFLinkerOpts) &&
           has(Top.Modules) && has(Top.Comdats) && has(Top.Symbols) &&
           has(Top.Uncommons) && has(Top.DependentLibraries) &&
           all_of(Top.DependentLibraries.get(Table),
                  [&](const table::Str &Each) { return has(Each); }) &&
           all_of(Top.Comdats.get(Table),
                  [&](const table::Comdat &Each) { return has(Each.Name); }) &&
           all_of(Top.Uncommons.get(Table),
                  [&](const table::Uncommon &Each) { return isWhole(Each); }) &&
           all_of(Top.Symbols.get(Table),
                  [&](const table::Symbol &Each) { return isWhole(Each); }) &&
           all_of(Top.Modules.get(Table),
                  [&](const table::Module &Each) { return isWhole(Each); });
  }

private:
  bool has(const table::Str &Text) const {
    return uint64_t(Text.Offset) + Text.Size <= Strings.size();
  }
  template <typename T> bool has(const table::Range<T> &Part) const {
    return uint64_t(Part.Offset) + uint64_t(Part.Size) * sizeof(T) <=
           Table.size();
  }
  bool isWhole(const table::Uncommon &Each) const {
    return has(Each.COFFWeakExternFallbackName) && has(Each.SectionName);
  }
  bool isWhole(const table::Symbol &Each) const {
    return has(Each.Name) && has(Each.IRName) &&
           (int32_t(Each.ComdatIndex) == -1 ||
            Each.ComdatIndex < Top.Comdats.Size);
  }
  bool isWhole(const table::Module &Each) const {
    if (Each.Begin > Each.End || Each.End > Top.Symbols.Size)
      return false;
    const auto Own =
        Top.Symbols.get(Table).slice(Each.Begin, Each.End - Each.Begin);
    const auto NumUncommon = count_if(Own, [](const table::Symbol &Of) {
      return (Of.Flags & 1u << table::Symbol::FB_has_uncommon) != 0;
    });
    return uint64_t(Each.UncBegin) + NumUncommon <= Top.Uncommons.Size;
  }

  StringRef Table, Strings;
  const table::Header &Top;
};

} // namespace

Error ompjit::devicelink::checkBitcodeSymbols(MemoryBufferRef Bitcode) {
  auto Contents = getBitcodeFileContents(Bitcode);
  if (!Contents)
    return Contents.takeError();
  if (Contents->Symtab.size() < sizeof(table::Header) ||
      Checker(Contents->Symtab, Contents->StrtabForSymtab).isWhole())
    return Error::success();
  return createStringError("the symbol table of its bitcode is damaged");
}
