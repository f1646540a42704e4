//===- Options.cpp - The command line of omp-jit-cache --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/VariableTable.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace ompjit::cachetool {

namespace {

struct CommandRow {
  std::string_view Name;
  std::string_view Operand; ///< What stands for it in the help; empty: none.
                            ///< In brackets where it may be missing.
  std::string_view Meaning;
  Command What;
};

constexpr CommandRow Commands[] = {
    {"stats", "", "how much there is, for which programs and devices",
     Command::Stats},
    {"list", "", "the images, what was used last first", Command::List},
    {"explain", "KEY",
     "what an image is compiled for, and what tells it from others",
     Command::Explain},
    {"verify", "[BUNDLE]", "check every bit of every entry", Command::Verify},
    {"prune", "--to=SIZE", "remove what was not used for the longest time",
     Command::Prune},
    {"clear", "", "remove all images and notes", Command::Clear},
    {"export", "BUNDLE", "write all images and notes into one file",
     Command::Export},
    {"import", "BUNDLE", "add what such a file has", Command::Import},
};

struct OptionRow {
  std::string_view Name;
  std::string_view Value; ///< As above.
  std::string_view Meaning;
  bool (*Set)(std::string_view Value, Options &);
};

constexpr OptionRow Rows[] = {
    {"--dir", "FOLDER",
     "look into FOLDER (default: OMP_JIT_CACHE_DIR, or where programs keep "
     "images without it)",
     [](std::string_view V, Options &O) {
       O.Folder = V;
       return V.starts_with('/');
     }},
    {"--json", "", "print JSON instead of text",
     [](std::string_view, Options &O) { return O.Json = true; }},
    {"--remove", "", "with verify: remove what is bad",
     [](std::string_view, Options &O) { return O.Removes = true; }},
    {"--to", "SIZE",
     "with prune: how much may stay, in bytes or with K, M, G or T",
     [](std::string_view V, Options &O) {
       return parseSize(V, UINT64_MAX / 2, O.ToBytes);
     }},
    {"--help", "", "print this text",
     [](std::string_view, Options &O) { return O.ShowHelp = true; }},
    {"--version", "", "print the version",
     [](std::string_view, Options &O) { return O.ShowVersion = true; }},
};

Status parseOption(std::string_view Argument, Options &Out) {
  const size_t Equals = Argument.find('=');
  const std::string_view Name = Argument.substr(0, Equals);
  const auto *Row =
      std::find_if(std::begin(Rows), std::end(Rows),
                   [&](const OptionRow &Each) { return Each.Name == Name; });
  if (Row == std::end(Rows))
    return Error("there is no option '" + std::string(Name) + "'; see --help");
  const std::string_view Value = Equals == Argument.npos
                                     ? std::string_view()
                                     : Argument.substr(Equals + 1);
  const bool HasForm =
      Row->Value.empty() ? Equals == Argument.npos : !Value.empty();
  if (!HasForm || !Row->Set(Value, Out))
    return Error("'" + std::string(Argument) + "' is not of the form " +
                 std::string(Name) +
                 (Row->Value.empty() ? "" : "=" + std::string(Row->Value)) +
                 (Name == "--dir" ? ", an absolute path" : ""));
  return Done{};
}

/// The words of the command line that are no options.
struct Words {
  const CommandRow *What = nullptr;
  std::optional<std::string_view> Operand;
};

Status addWord(std::string_view Word, Words &Out) {
  if (!Out.What) {
    for (const CommandRow &Each : Commands)
      if (Each.Name == Word)
        Out.What = &Each;
    if (!Out.What)
      return Error("there is no command '" + std::string(Word) +
                   "'; see --help");
    return Done{};
  }
  if (Out.What->Operand.empty() || Out.Operand)
    return Error("'" + std::string(Word) + "' is one word too many for " +
                 std::string(Out.What->Name));
  Out.Operand = Word;
  return Done{};
}

/// The first digits of a key; fewer would say nothing.
bool isKeyStart(std::string_view Text) {
  constexpr size_t Least = 4, Most = 64;
  return Text.size() >= Least && Text.size() <= Most &&
         Text.find_first_not_of("0123456789abcdef") == Text.npos;
}

Status setOperand(const Words &Given, Options &Out) {
  if (Out.What != Command::Explain) {
    if (!Given.Operand && Given.What->Operand == "BUNDLE")
      return Error(std::string(Given.What->Name) + " needs the name of a file");
    Out.Bundle = Given.Operand.value_or("");
    return Done{};
  }
  if (!Given.Operand)
    return Error("explain needs the first digits of a key; 'list' shows them");
  if (!isKeyStart(*Given.Operand))
    return Error("'" + std::string(*Given.Operand) +
                 "' is not the start of a key: at least 4 of the digits 0 to "
                 "9 and a to f");
  Out.Key = *Given.Operand;
  return Done{};
}

Status finish(const Words &Given, Options &Out) {
  if (Out.ShowHelp || Out.ShowVersion)
    return Done{};
  if (!Given.What)
    return Error("no command; see --help");
  Out.What = Given.What->What;
  if (Status S = setOperand(Given, Out); !S)
    return S;
  if ((Out.What == Command::Prune) != (Out.ToBytes != 0))
    return Error(Out.ToBytes ? "--to is for prune" : "prune needs --to=SIZE");
  if (Out.Removes && (Out.What != Command::Verify || !Out.Bundle.empty()))
    return Error("--remove is for verify, of a folder");
  return Done{};
}

void appendRow(std::string &Text, std::string Head, std::string_view Meaning) {
  constexpr size_t Column = 22;
  Head.insert(0, "  ");
  Head.resize(std::max(Head.size() + 2, Column), ' ');
  Text.append(Head).append(Meaning).append("\n");
}

} // namespace

Result<Options> Options::parse(std::span<const char *const> Arguments) {
  Options Out;
  Words Given;
  for (const std::string_view Each : Arguments) {
    Status S =
        Each.starts_with('-') ? parseOption(Each, Out) : addWord(Each, Given);
    if (!S)
      return S.takeError();
  }
  if (Status S = finish(Given, Out); !S)
    return S.takeError();
  return Out;
}

std::string helpText() {
  std::string Text =
      "usage: omp-jit-cache [option...] command\n\n"
      "Shows and tends the folder in which OpenMP programs keep the device "
      "code that\nthey compiled. Programs may run meanwhile.\n\ncommands:\n";
  for (const CommandRow &Each : Commands)
    appendRow(Text,
              std::string(Each.Name) +
                  (Each.Operand.empty() ? "" : " " + std::string(Each.Operand)),
              Each.Meaning);
  Text += "\noptions:\n";
  for (const OptionRow &Each : Rows)
    appendRow(Text,
              std::string(Each.Name) +
                  (Each.Value.empty() ? "" : "=" + std::string(Each.Value)),
              Each.Meaning);
  return Text + "\nEnds with 0; with 1 where verify found something bad or "
                "explain found nothing;\nwith 2 where it was called wrongly or "
                "the folder cannot be used.\n";
}

std::string versionText() { return "omp-jit-cache " OMPJIT_VERSION "\n"; }

} // namespace ompjit::cachetool
