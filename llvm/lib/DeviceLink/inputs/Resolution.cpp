//===- Resolution.cpp - Which definition of a symbol a device link uses ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolution.h's table.
//
//===----------------------------------------------------------------------===//

#include "Resolution.h"

#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace ompjit::devicelink {

static Error duplicate(StringRef Name, StringRef First, StringRef Second) {
  return createStringError("%s: device symbol '%s' is defined a second time; "
                           "the first definition is in %s",
                           Second.str().c_str(), demangle(Name).c_str(),
                           First.str().c_str());
}

Error Resolution::add(StringRef Name, const Mention &M) {
  Symbol &S = Symbols[Name];
  S.IsVisible |= M.FromObject;
  const Mention &Before = S.Prevailing;
  if (M.Rank == SymbolRank::Strong && Before.Rank == SymbolRank::Strong)
    return duplicate(Name, Before.Source, M.Source);
  bool IsLargerCommon = M.Rank == SymbolRank::Common &&
                        Before.Rank == SymbolRank::Common &&
                        M.CommonSize > Before.CommonSize;
  if (M.Rank > Before.Rank || IsLargerCommon)
    S.Prevailing = M;
  return Error::success();
}

bool Resolution::prevails(StringRef Name, unsigned File) const {
  auto Found = Symbols.find(Name);
  return Found != Symbols.end() &&
         Found->second.Prevailing.Rank != SymbolRank::Undefined &&
         Found->second.Prevailing.File == File;
}

bool Resolution::isDefined(StringRef Name) const {
  auto Found = Symbols.find(Name);
  return Found != Symbols.end() &&
         Found->second.Prevailing.Rank != SymbolRank::Undefined;
}

bool Resolution::isVisible(StringRef Name) const {
  auto Found = Symbols.find(Name);
  return Found != Symbols.end() && Found->second.IsVisible;
}

} // namespace ompjit::devicelink
