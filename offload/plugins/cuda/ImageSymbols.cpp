//===- ImageSymbols.cpp - The names in a device image ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageSymbols.h"

#include "ompjit/Plugins/ElfSymbols.h"

#include <algorithm>
#include <cctype>

namespace ompjit::cuda {

namespace {

using Names = std::vector<std::string>;
using NameSet = std::unordered_set<std::string>;

void addOnce(Names &Found, std::string_view Name) {
  if (std::find(Found.begin(), Found.end(), Name) == Found.end())
    Found.emplace_back(Name);
}

//===----------------------------------------------------------------------===//
// Cubins
//===----------------------------------------------------------------------===//

Names listCubin(std::string_view Elf, std::string_view Prefix) {
  Names Found;
  for (const plugins::ElfSymbol &Each : plugins::definedSymbols(Elf))
    if (Each.Name.starts_with(Prefix))
      addOnce(Found, Each.Name);
  return Found;
}

NameSet exportsOfElf(std::string_view Elf) {
  NameSet Found;
  for (const plugins::ElfSymbol &Each : plugins::definedSymbols(Elf))
    if (Each.IsExported)
      Found.emplace(Each.Name);
  return Found;
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

bool isPartOfName(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$';
}

Names listPtx(std::string_view Text, std::string_view Prefix) {
  Names Found;
  for (size_t At = 0; (At = Text.find(Prefix, At)) != std::string_view::npos;) {
    size_t End = At + Prefix.size();
    while (End != Text.size() && isPartOfName(Text[End]))
      ++End;
    if (At == 0 || !isPartOfName(Text[At - 1]))
      addOnce(Found, Text.substr(At, End - At));
    At = End;
  }
  return Found;
}

/// Removes and returns the first word of \p Text, and removes the separators
/// after it.
std::string_view takeWord(std::string_view &Text) {
  constexpr std::string_view Spaces = " \t\r";
  Text.remove_prefix(std::min(Text.find_first_not_of(Spaces), Text.size()));
  const std::string_view Word = Text.substr(0, Text.find_first_of(Spaces));
  Text.remove_prefix(Word.size());
  return Word;
}

/// Returns the name without what may follow it: ".global .b8 a[4];", ".entry
/// k(".
std::string_view nameIn(std::string_view Word) {
  return Word.substr(0, Word.find_first_of("[=;({"));
}

/// Returns the exported name that a line defines, or nothing. LLVM and nvcc
/// begin each definition with a separate line.
std::string_view exportedIn(std::string_view Line) {
  const std::string_view Linkage = takeWord(Line);
  if (Linkage != ".visible" && Linkage != ".weak" && Linkage != ".common")
    return {};
  const std::string_view Space = takeWord(Line);
  if (Space == ".entry")
    return nameIn(takeWord(Line));
  if (Space != ".global" && Space != ".const")
    return {};
  // Types and alignments, which are numbers, precede the name.
  for (std::string_view Word; !(Word = takeWord(Line)).empty();)
    if (!Word.starts_with('.') && !std::isdigit(uint8_t(Word[0])))
      return nameIn(Word);
  return {};
}

NameSet exportsOfPtx(std::string_view Text) {
  NameSet Found;
  while (!Text.empty()) {
    const std::string_view Line = Text.substr(0, Text.find('\n'));
    Text.remove_prefix(std::min(Line.size() + 1, Text.size()));
    if (const std::string_view Name = exportedIn(Line); !Name.empty())
      Found.emplace(Name);
  }
  return Found;
}

} // namespace

std::vector<std::string> symbolsWith(std::string_view Prefix, const void *Bytes,
                                     size_t Size, ImageKind Kind) {
  const std::string_view Image(static_cast<const char *>(Bytes), Size);
  return Kind == ImageKind::Cubin ? listCubin(Image, Prefix)
         : Kind == ImageKind::Ptx ? listPtx(Image, Prefix)
                                  : Names();
}

std::unordered_set<std::string> exportedSymbols(const void *Bytes, size_t Size,
                                                ImageKind Kind) {
  const std::string_view Image(static_cast<const char *>(Bytes), Size);
  return Kind == ImageKind::Ptx ? exportsOfPtx(Image) : exportsOfElf(Image);
}

} // namespace ompjit::cuda
