//===- DeviceLink.cpp - Device code to a device image ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves symbols over all inputs first, so that a name that is defined twice
// is reported with both files whatever their kinds, then compiles the bitcode
// and links everything with lld.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/DeviceLink.h"

#include "image/ImageLink.h"
#include "inputs/ElfCheck.h"
#include "inputs/Resolution.h"
#include "lto/Lto.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

/// Returns whether the symbol belongs to a COMDAT group, of which one copy
/// stays.
static bool isInGroup(const ELFSymbolRef &Symbol, const ObjectFile &Object) {
  Expected<section_iterator> Section = Symbol.getSection();
  if (!Section) {
    consumeError(Section.takeError());
    return false;
  }
  return *Section != Object.section_end() &&
         (ELFSectionRef(**Section).getFlags() & ELF::SHF_GROUP);
}

static Expected<SymbolRank> rankOf(const ELFSymbolRef &Symbol,
                                   const ObjectFile &Object) {
  Expected<uint32_t> Flags = Symbol.getFlags();
  if (!Flags)
    return Flags.takeError();
  if (*Flags & SymbolRef::SF_Undefined)
    return SymbolRank::Undefined;
  if (*Flags & SymbolRef::SF_Common)
    return SymbolRank::Common;
  if (Symbol.getBinding() == ELF::STB_WEAK || isInGroup(Symbol, Object))
    return SymbolRank::Weak;
  return SymbolRank::Strong;
}

static Error addObject(const DeviceCode &Code, unsigned File,
                       Resolution &Symbols) {
  if (Error E = checkSymbolTables(Code.Image->getBuffer()))
    return fileError(Code.Source, std::move(E));
  auto Object = ObjectFile::createELFObjectFile(*Code.Image);
  if (!Object)
    return fileError(Code.Source, Object.takeError());
  for (const ELFSymbolRef Symbol :
       cast<ELFObjectFileBase>(**Object).symbols()) {
    if (Symbol.getBinding() == ELF::STB_LOCAL)
      continue;
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return fileError(Code.Source, Name.takeError());
    Expected<SymbolRank> Rank = rankOf(Symbol, **Object);
    if (!Rank)
      return fileError(Code.Source, Rank.takeError());
    Resolution::Mention M{File, Code.Source, *Rank, Symbol.getSize(), true};
    if (Error E = Symbols.add(*Name, M))
      return E;
  }
  return Error::success();
}

Expected<std::string> linkDeviceImage(const DeviceGroup &Group,
                                      const LinkConfig &Options) {
  Resolution Symbols;
  std::vector<BitcodeInput> Bitcodes;
  std::vector<MemoryBufferRef> Objects;
  for (auto [File, Code] : enumerate(Group.Codes)) {
    const WorkNote Note(Code->Source, Code->Image->getBufferSize());
    if (Code->isElf()) {
      if (Error E = addObject(*Code, File, Symbols))
        return E;
      Objects.push_back({Code->Image->getBuffer(), Code->Source});
    } else if (Code->isBitcode()) {
      auto Bitcode = addBitcode(*Code, File, Symbols);
      if (!Bitcode)
        return Bitcode.takeError();
      Bitcodes.push_back(std::move(*Bitcode));
    } else {
      return createStringError(
          "%s: its device code for %s is neither an ELF object nor bitcode",
          Code->Source.c_str(), Code->Triple.c_str());
    }
  }
  std::vector<SmallString<0>> Compiled;
  if (!Bitcodes.empty()) {
    auto Result = Options.DryRun ? plannedObjects(Bitcodes, Group)
                                 : compileBitcode(std::move(Bitcodes), Symbols,
                                                  Group, Options);
    if (!Result)
      return withFiles(Result.takeError(), Group);
    Compiled = std::move(*Result);
  }
  return linkImage(Group, Options, Compiled, Objects);
}

} // namespace ompjit::devicelink
