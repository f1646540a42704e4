//===- VariableTable.h - Environment variables as a table -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of the toolchain that reads variables has one table of them: name,
// meaning, default and parser. Reading, warnings and documentation follow from
// the table.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_VARIABLETABLE_H
#define OMPJIT_SUPPORT_VARIABLETABLE_H

#include "ompjit/Support/Suggestion.h"
#include "ompjit/Support/ValueMeaning.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace ompjit {

/// A row. \p Settings is the structure that the values end up in.
template <typename Settings> struct Variable {
  std::string_view Name;
  std::string_view Meaning; ///< Markdown, whole sentences.
  std::string_view Accepted;
  std::string_view Default;
  /// Returns false and leaves the settings unchanged if the value does not
  /// parse. The value is never empty.
  bool (*Parse)(std::string_view Value, Settings &);
};

/// Parses a number from \p Min to \p Max, with nothing around it.
template <typename T>
bool parseNumber(std::string_view Text, T Min, T Max, T &Number) {
  T Parsed{};
  const char *Begin = Text.data();
  const char *End = Begin + Text.size();
  auto [Rest, Failure] = std::from_chars(Begin, End, Parsed);
  // A number that is not a number fails the comparison as well.
  if (Failure != std::errc() || Rest != End ||
      !(Parsed >= Min && Parsed <= Max))
    return false;
  Number = Parsed;
  return true;
}

/// Parses a number of bytes from \p Min to \p Max, which may have the suffix K,
/// M, G or T.
inline bool parseSize(std::string_view Text, uint64_t Max, uint64_t &Bytes,
                      uint64_t Min = 1) {
  constexpr std::string_view Suffixes = "KMGT";
  unsigned Shift = 0;
  if (size_t At = Suffixes.find(Text.back()); At != std::string_view::npos) {
    Shift = 10 * (unsigned(At) + 1);
    Text.remove_suffix(1);
  }
  uint64_t Number = 0;
  if (!parseNumber<uint64_t>(Text, Min, Max >> Shift, Number))
    return false;
  Bytes = Number << Shift;
  return true;
}

/// Returns the value of a variable; empty if it is unset or empty.
inline std::string_view valueOf(char **Environment, std::string_view Name) {
  for (char **At = Environment; At && *At; ++At) {
    std::string_view Entry = *At;
    if (Entry.starts_with(Name) && Entry.substr(Name.size()).starts_with('='))
      return Entry.substr(Name.size() + 1);
  }
  return {};
}

/// The words in back quotes of a row's text about values.
inline std::vector<std::string_view> quotedWords(std::string_view Accepted) {
  std::vector<std::string_view> Words;
  for (size_t At = 0;
       (At = Accepted.find('`', At)) != std::string_view::npos;) {
    const size_t End = Accepted.find('`', ++At);
    if (End == std::string_view::npos)
      break;
    Words.push_back(Accepted.substr(At, End - At));
    At = End + 1;
  }
  return Words;
}

/// What was probably meant by the first word of a value that is none of those
/// that are accepted, as suggestion() says it.
inline std::string suggestValue(std::string_view Accepted,
                                std::string_view Value) {
  if (const std::string Meant = meaningOf(Value, Accepted); !Meant.empty())
    return " (did you mean " + Meant + "?)";
  const std::vector<std::string_view> Words = quotedWords(Accepted);
  for (;;) {
    const size_t End = std::min(Value.find_first_of(",@/"), Value.size());
    if (std::string Text = suggestion(Value.substr(0, End), Words);
        !Text.empty())
      return Text;
    if (End == Value.size())
      return "";
    Value.remove_prefix(End + 1);
  }
}

/// "NAME=value is not understood and ignored; accepted: ...".
template <typename Settings>
std::string describeBadValue(const Variable<Settings> &V,
                             std::string_view Value) {
  std::string Text(V.Name);
  Text.append("=").append(Value);
  Text.append(" is not understood and ignored")
      .append(suggestValue(V.Accepted, Value))
      .append("; accepted: ");
  for (char C : V.Accepted)
    if (C != '`')
      Text += C;
  return Text;
}

/// Reads all variables of a table. A value that does not parse leaves \p Into
/// as it is and adds a sentence to \p Warnings.
template <typename Settings>
void readVariables(std::span<const Variable<Settings>> Table,
                   char **Environment, Settings &Into,
                   std::vector<std::string> &Warnings) {
  for (const Variable<Settings> &V : Table) {
    std::string_view Value = valueOf(Environment, V.Name);
    if (!Value.empty() && !V.Parse(Value, Into))
      Warnings.push_back(describeBadValue(V, Value));
  }
}

/// The table in Markdown, with its head.
template <typename Settings>
std::string variablesAsMarkdown(std::span<const Variable<Settings>> Table) {
  std::string Text = "| variable | meaning | accepted | default |\n"
                     "| --- | --- | --- | --- |\n";
  for (const Variable<Settings> &V : Table) {
    Text.append("| `").append(V.Name).append("` | ").append(V.Meaning);
    Text.append(" | ").append(V.Accepted).append(" | ");
    Text.append(V.Default).append(" |\n");
  }
  return Text;
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_VARIABLETABLE_H
