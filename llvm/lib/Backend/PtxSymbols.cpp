//===- PtxSymbols.cpp - The names in PTX ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/PtxSymbols.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ompjit {

namespace {

StringRef takeWord(StringRef &Line) {
  Line = Line.ltrim();
  const StringRef Word = Line.take_until([](char C) { return isSpace(C); });
  Line = Line.drop_front(Word.size());
  return Word;
}

StringRef nameAtStart(StringRef Text) {
  return Text.ltrim().take_until(
      [](char C) { return isSpace(C) || StringRef("[=;({").contains(C); });
}

/// What a function returns precedes its name, in brackets.
StringRef functionIn(StringRef Line) {
  Line = Line.ltrim();
  if (Line.starts_with("("))
    Line = Line.split(')').second;
  return nameAtStart(Line);
}

/// Types and alignments, which are numbers, precede the name.
StringRef variableIn(StringRef Line) {
  for (StringRef Word; !(Word = takeWord(Line)).empty();)
    if (!Word.starts_with(".") && !isDigit(Word[0]))
      return nameAtStart(Word);
  return {};
}

void readLine(StringRef Line, PtxSymbols &Into) {
  const StringRef Linkage = takeWord(Line);
  if (Linkage != ".visible" && Linkage != ".weak" && Linkage != ".common" &&
      Linkage != ".extern")
    return;
  const StringRef Kind = takeWord(Line);
  const bool IsEntry = Kind == ".entry",
             IsFunction = IsEntry || Kind == ".func";
  if (!IsFunction && Kind != ".global" && Kind != ".const")
    return;
  const std::string Name =
      (IsFunction ? functionIn(Line) : variableIn(Line)).str();
  if (Name.empty())
    return;
  if (Linkage == ".extern") {
    Into.Needs.insert(Name);
    return;
  }
  Into.Defines.insert(Name);
  if (Linkage != ".visible")
    Into.Weak.insert(Name);
  if (IsEntry)
    Into.Entries.insert(Name);
}

} // namespace

PtxSymbols ptxSymbols(StringRef Ptx) {
  PtxSymbols All;
  for (StringRef Line : split(Ptx, '\n'))
    readLine(Line, All);
  for (const std::string &Each : All.Defines)
    All.Needs.erase(Each);
  return All;
}

} // namespace ompjit
