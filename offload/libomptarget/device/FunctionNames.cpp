//===- FunctionNames.cpp - The names that people call functions -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionNames.h"

#include "ompjit/Support/RegionName.h"

#include <algorithm>

namespace ompjit {

/// Returns the name without its parameters, or nothing if it has none.
static std::string withoutParameters(std::string_view Name) {
  // Template arguments may have parentheses, too.
  size_t Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    if (Name[I] == '<')
      ++Depth;
    else if (Name[I] == '>' && Depth)
      --Depth;
    else if (Name[I] == '(' && !Depth && I != 0)
      return std::string(Name.substr(0, I));
  }
  return "";
}

static void add(std::string Name, std::vector<std::string> &Names) {
  if (!Name.empty() &&
      std::find(Names.begin(), Names.end(), Name) == Names.end())
    Names.push_back(std::move(Name));
}

std::vector<std::string> functionNames(std::string_view Symbol) {
  std::vector<std::string> Names = {std::string(Symbol)};
  const std::string Readable = regionName(Symbol);
  add(Readable, Names);
  add(withoutParameters(Readable), Names);
  return Names;
}

std::vector<std::string> regionNames(std::string_view Symbol) {
  std::vector<std::string> Names = {std::string(Symbol)};
  const std::string Readable = regionName(Symbol);
  add(Readable, Names);
  const size_t Line = Readable.rfind(", line ");
  const std::string Function = Readable.substr(0, Line);
  add(Function, Names);
  add(withoutParameters(Function), Names);
  return Names;
}

} // namespace ompjit
