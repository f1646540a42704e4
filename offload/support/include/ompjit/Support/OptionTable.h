//===- OptionTable.h - The command line of a tool -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools declare their options once, in a table; parsing, errors and the help
// text follow from it, so that all tools are called alike:
//
//   --name=value, --name value, -nvalue, -n value
//
// Arguments after "--" are not options. --help and --version need no row.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_OPTIONTABLE_H
#define OMPJIT_SUPPORT_OPTIONTABLE_H

#include "ompjit/Support/Result.h"
#include "ompjit/Support/Suggestion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// The options that all tools have. The options of a tool derive from this.
struct ToolOptions {
  bool ShowHelp = false;
  bool ShowVersion = false;
};

/// The words of a command line that are not options.
using ToolWords = std::vector<std::string_view>;

/// A row. \p Options is the structure that the values end up in.
template <typename Options> struct Option {
  std::string_view Name;    ///< With its dashes.
  std::string_view Value;   ///< Its placeholder in the help; empty: the option
                            ///< has no value.
  std::string_view Meaning; ///< For the help, in one line; empty: an old name,
                            ///< which is accepted and not shown.
  /// Returns false if the value is wrong. It is empty only for options without
  /// a value.
  bool (*Set)(std::string_view Value, Options &);
  std::string_view Expected = {}; ///< What errors add about the value.
};

using ToolArguments = std::span<const char *const>;

/// Returns the arguments of main() without the program's name.
inline ToolArguments toolArguments(int Count, const char *const *Arguments) {
  return {Arguments + (Count ? 1 : 0), Arguments + Count};
}

/// Keeps the only word. An error calls it \p What.
inline Status keepOnlyWord(const ToolWords &Words, const std::string &What,
                           std::string &Into) {
  if (Words.empty())
    return Error("no " + What + " is named; see --help");
  if (Words.size() > 1)
    return Error("one " + What + " at a time, not also '" +
                 std::string(Words[1]) + "'");
  Into = Words.front();
  return Done{};
}

// What most rows do with their value: keepText<&Options::File> and the like.

template <auto Member, typename Options>
bool keepText(std::string_view Text, Options &Into) {
  Into.*Member = Text;
  return true;
}

/// For options that may be repeated.
template <auto Member, typename Options>
bool addText(std::string_view Text, Options &Into) {
  (Into.*Member).emplace_back(Text);
  return true;
}

template <auto Member, bool Value = true, typename Options>
bool setFlag(std::string_view, Options &Into) {
  Into.*Member = Value;
  return true;
}

/// Appends a row of a help text in two columns, with as many lines as it needs.
inline void appendHelpRow(std::string &Text, std::string_view Head,
                          std::string_view Meaning) {
  constexpr size_t Column = 24, Width = 80;
  std::string Line = "  " + std::string(Head);
  if (Line.size() + 2 > Column) {
    Text.append(Line).append("\n");
    Line.clear();
  }
  Line.resize(Column, ' ');
  while (!Meaning.empty()) {
    const size_t End = std::min(Meaning.find(' '), Meaning.size());
    const bool IsFirst = Line.size() == Column;
    if (!IsFirst && Line.size() + 1 + End > Width) {
      Text.append(Line).append("\n");
      Line.assign(Column, ' ');
    } else if (!IsFirst) {
      Line += ' ';
    }
    Line += Meaning.substr(0, End);
    Meaning.remove_prefix(std::min(End + 1, Meaning.size()));
  }
  Text.append(Line).append("\n");
}

template <typename Options> class OptionTable {
public:
  /// The rows are not copied.
  constexpr explicit OptionTable(std::span<const Option<Options>> Own)
      : Own(Own) {}

  /// Parses the command line of a tool that takes options only.
  Result<Options> parse(ToolArguments Arguments) const {
    Options Out;
    Result<ToolWords> Words = read(Arguments, Out);
    if (!Words)
      return Words.takeError();
    if (!Words->empty())
      return Error("'" + std::string(Words->front()) +
                   "' is no option; see --help");
    return Out;
  }

  /// Parses the command line of a tool that takes other words, too. \p Finish
  /// keeps them and checks whether all is there. It is not called where the
  /// help or the version is asked for.
  Result<Options> parse(ToolArguments Arguments,
                        Status (*Finish)(const ToolWords &, Options &)) const {
    Options Out;
    Result<ToolWords> Words = read(Arguments, Out);
    if (!Words)
      return Words.takeError();
    if (Out.ShowHelp || Out.ShowVersion)
      return Out;
    if (Status Finished = Finish(*Words, Out); !Finished)
      return Finished.takeError();
    return Out;
  }

  /// Parses the options into \p Into and returns the other words. An error
  /// names the argument and what would be right. Where options hold for the
  /// words behind them, Options::takeWord() is told of each word in its turn.
  Result<ToolWords> read(ToolArguments Arguments, Options &Into) const {
    ToolWords Words;
    bool AreOver = false;
    for (size_t I = 0; I != Arguments.size(); ++I) {
      const std::string_view Each = Arguments[I];
      if (AreOver || !Each.starts_with('-')) {
        if constexpr (requires { Into.takeWord(Each); })
          Into.takeWord(Each);
        Words.push_back(Each);
      } else if (Each == "--") {
        AreOver = true;
      } else {
        std::optional<std::string_view> Next;
        if (I + 1 != Arguments.size())
          Next = Arguments[I + 1];
        Result<bool> TookNext = readOption(Each, Next, Into);
        if (!TookNext)
          return TookNext.takeError();
        I += *TookNext;
      }
    }
    return Words;
  }

  /// One or more lines for each option that has a meaning.
  std::string help() const {
    std::string Text;
    for (const Rows &Some : rows())
      for (const Option<Options> &Each : Some)
        if (!Each.Meaning.empty())
          appendHelpRow(Text, form(Each), Each.Meaning);
    return Text;
  }

private:
  using Rows = std::span<const Option<Options>>;

  static constexpr Option<Options> OfAllTools[] = {
      {"--help", "", "print this text", setFlag<&ToolOptions::ShowHelp>},
      {"--version", "", "print the version",
       setFlag<&ToolOptions::ShowVersion>},
  };

  std::array<Rows, 2> rows() const { return {Own, OfAllTools}; }

  static std::string form(const Option<Options> &Row) {
    std::string Text(Row.Name);
    if (Row.Value.empty())
      return Text;
    return Text.append(Row.Name.starts_with("--") ? "=" : "").append(Row.Value);
  }

  const Option<Options> *find(std::string_view Name) const {
    for (const Rows &Some : rows())
      for (const Option<Options> &Each : Some)
        if (Each.Name == Name)
          return &Each;
    return nullptr;
  }

  Error noOption(std::string_view Name) const {
    std::vector<std::string_view> Names;
    for (const Rows &Some : rows())
      for (const Option<Options> &Each : Some)
        if (!Each.Meaning.empty())
          Names.push_back(Each.Name);
    return Error("there is no option '" + std::string(Name) + "'" +
                 suggestion(Name, Names, "--") + "; see --help");
  }

  /// Returns whether \p Next was the option's value.
  Result<bool> readOption(std::string_view Argument,
                          std::optional<std::string_view> Next,
                          Options &Into) const {
    const bool IsShort = !Argument.starts_with("--");
    const size_t End = IsShort ? std::min<size_t>(2, Argument.size())
                               : std::min(Argument.find('='), Argument.size());
    const Option<Options> *Row = find(Argument.substr(0, End));
    if (!Row)
      return noOption(Argument.substr(0, Argument.find('=')));
    std::optional<std::string_view> Value;
    if (End != Argument.size())
      Value = Argument.substr(IsShort ? End : End + 1);
    const bool TakesNext = !Value && !Row->Value.empty() && Next;
    if (TakesNext)
      Value = Next;
    const bool HasForm = Row->Value.empty() ? !Value : Value && !Value->empty();
    if (HasForm && Row->Set(Value.value_or(""), Into))
      return TakesNext;
    std::string Text(Argument);
    if (TakesNext)
      Text.append(" ").append(*Next);
    Text = "'" + Text + "' is not of the form " + form(*Row);
    if (!Row->Expected.empty())
      Text.append(", ").append(Row->Expected);
    return Error(Text);
  }

  Rows Own;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_OPTIONTABLE_H
