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

namespace {

/// Goes through the characters of a name that are in no pair of parentheses or
/// angle brackets, and in no name of an operator.
class OuterCharacters {
public:
  explicit OuterCharacters(std::string_view Name) : Name(Name) { skip(); }

  bool atEnd() const { return At >= Name.size(); }
  size_t position() const { return At; }
  char operator*() const { return Name[At]; }
  OuterCharacters &operator++() {
    ++At;
    skip();
    return *this;
  }

private:
  void skip();
  /// Goes on behind a prefix; returns whether it was there.
  bool take(std::string_view Prefix) {
    if (!Name.substr(std::min(At, Name.size())).starts_with(Prefix))
      return false;
    At += Prefix.size();
    return true;
  }
  void skipBrackets();

  std::string_view Name;
  size_t At = 0;
};

} // namespace

void OuterCharacters::skipBrackets() {
  size_t Depth = 0;
  for (; At < Name.size(); ++At)
    if (Name[At] == '<' || Name[At] == '(')
      ++Depth;
    else if ((Name[At] == '>' || Name[At] == ')') && --Depth == 0)
      break;
  At = std::min(At + 1, Name.size());
}

void OuterCharacters::skip() {
  while (!atEnd()) {
    if (take("(anonymous namespace)"))
      continue;
    if (take("operator")) {
      if (!take("()"))
        At = std::min(Name.find_first_not_of("<>=!+-*/%^&|~,[]", At),
                      Name.size());
      continue;
    }
    if (Name[At] != '<')
      return;
    skipBrackets();
  }
}

/// Returns the name without its parameters, or nothing if it has none.
static std::string withoutParameters(std::string_view Name) {
  for (OuterCharacters C(Name); !C.atEnd(); ++C)
    if (*C == '(' && C.position() != 0)
      return std::string(Name.substr(0, C.position()));
  return "";
}

/// The symbols of instances of templates have the type of the result.
static std::string_view withoutResult(std::string_view Name) {
  size_t Begin = 0;
  for (OuterCharacters C(Name); !C.atEnd() && *C != '('; ++C)
    if (*C == ' ')
      Begin = C.position() + 1;
  return Name.substr(Begin);
}

static void add(std::string Name, std::vector<std::string> &Names) {
  if (!Name.empty() &&
      std::find(Names.begin(), Names.end(), Name) == Names.end())
    Names.push_back(std::move(Name));
}

/// Adds what people may write for the name, without the parts that are clear.
static void addShorter(std::string_view Name, std::vector<std::string> &Names) {
  add(std::string(Name), Names);
  add(withoutParameters(Name), Names);
  const std::string_view Short = withoutResult(Name);
  add(std::string(Short), Names);
  add(withoutParameters(Short), Names);
}

std::vector<std::string> functionNames(std::string_view Symbol) {
  std::vector<std::string> Names = {std::string(Symbol)};
  addShorter(regionName(Symbol), Names);
  return Names;
}

std::vector<std::string> regionNames(std::string_view Symbol) {
  std::vector<std::string> Names = {std::string(Symbol)};
  const std::string Readable = regionName(Symbol);
  add(Readable, Names);
  const size_t Line = Readable.rfind(", line ");
  addShorter(std::string_view(Readable).substr(0, Line), Names);
  return Names;
}

} // namespace ompjit
