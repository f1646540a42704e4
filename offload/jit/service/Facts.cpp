//===- Facts.cpp - Facts about launches -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Facts.h"

#include <algorithm>
#include <charconv>

namespace ompjit {

/// Returns a pattern of the table with the numbers of \p Name.
static std::string fill(std::string_view Pattern, const FactName &Name) {
  const std::pair<std::string_view, uint32_t> Numbers[] = {
      {"P", Name.Parameter},
      {"OFFSET", Name.OffsetBytes},
      {"WIDTH", Name.WidthBits}};
  std::string Text(Pattern);
  for (const auto &[Place, Number] : Numbers)
    if (const size_t Position = Text.find(Place); Position != std::string::npos)
      Text.replace(Position, Place.size(), std::to_string(Number));
  return Text;
}

std::string FactName::describe() const {
  return fill(traitsOf(Kind).Text, *this);
}

std::string FactName::shortName() const {
  return fill(traitsOf(Kind).Key, *this);
}

/// Takes a number from the front of \p Text that fits the type of \p Result.
template <typename T>
static bool takeNumber(std::string_view &Text, T &Result) {
  const bool IsHex = Text.starts_with("0x");
  if (IsHex)
    Text.remove_prefix(2);
  auto [End, Code] = std::from_chars(Text.data(), Text.data() + Text.size(),
                                     Result, IsHex ? 16 : 10);
  if (Code != std::errc())
    return false;
  Text.remove_prefix(size_t(End - Text.data()));
  return true;
}

static bool take(std::string_view &Text, char Mark) {
  if (!Text.starts_with(Mark))
    return false;
  Text.remove_prefix(1);
  return true;
}

/// Returns a list of parameters as a set of bits; 0 if \p List is no such list.
static uint64_t readSet(std::string_view List) {
  uint64_t Set = 0;
  do {
    uint32_t Parameter = 0;
    if (!takeNumber(List, Parameter) || Parameter >= 64)
      return 0;
    Set |= uint64_t(1) << Parameter;
  } while (take(List, ','));
  return List.empty() ? Set : 0;
}

/// Takes the value from the front of \p Text that \p Word stands for in a form.
static bool takeWord(std::string_view &Text, std::string_view Word,
                     Fact &Result) {
  if (Word == "P")
    return takeNumber(Text, Result.Name.Parameter);
  if (Word == "OFFSET")
    return takeNumber(Text, Result.Name.OffsetBytes);
  if (Word == "WIDTH")
    return takeNumber(Text, Result.Name.WidthBits);
  return takeNumber(Text, Result.Value);
}

/// Reads \p Text word by word in the order of \p Form.
static bool readForm(std::string_view Text, std::string_view Form,
                     Fact &Result) {
  for (;;) {
    const size_t End = std::min(Form.find_first_of("+:="), Form.size());
    if (!takeWord(Text, Form.substr(0, End), Result))
      return false;
    if (End == Form.size())
      return Text.empty();
    if (!take(Text, Form[End]))
      return false;
    Form.remove_prefix(End + 1);
  }
}

std::optional<Fact> readFact(FactKind Kind, std::string_view Text) {
  const FactTraits &Traits = traitsOf(Kind);
  Fact Known{{Kind}};
  if (Traits.Subject == FactSubject::Pointers)
    Known.Value = readSet(Text);
  else if (!readForm(Text, Traits.Form, Known))
    return std::nullopt;
  if (!Traits.hasValue(Known.Value))
    return std::nullopt;
  return Known;
}

} // namespace ompjit
