//===- Options.cpp - The command line of omp-jit-cache --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/Support/VariableTable.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

namespace ompjit::cachetool {

namespace {

struct CommandRow {
  std::string_view Name;
  std::string_view Operand; ///< The placeholder in the help; empty if there is
                            ///< none. In brackets if it is optional.
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
    {"warm", "", "compile what a run of a program recorded (OMP_JIT_RECORD)",
     Command::Warm},
};

bool setArchs(std::string_view Value, Options &O) {
  while (!Value.empty()) {
    const size_t Comma = std::min(Value.find(','), Value.size());
    // The part is empty, or a comma has separated a feature from its
    // architecture.
    if (Comma == 0 || Value.starts_with('+') || Value.starts_with('-'))
      return false;
    O.Archs.emplace_back(Value.substr(0, Comma));
    Value.remove_prefix(std::min(Comma + 1, Value.size()));
  }
  return true;
}

constexpr Option<Options> Rows[] = {
    {"--dir", "FOLDER",
     "look into FOLDER (default: OMP_JIT_CACHE_DIR, or where programs keep "
     "images without it)",
     [](std::string_view V, Options &O) {
       O.Folder = V;
       return V.starts_with('/');
     },
     "an absolute path"},
    {"--json", "", "print JSON instead of text", setFlag<&Options::Json>},
    {"--remove", "", "with verify: remove what is bad",
     setFlag<&Options::Removes>},
    {"--to", "SIZE",
     "with prune: how much may stay, in bytes or with K, M, G or T",
     [](std::string_view V, Options &O) {
       uint64_t Bytes = 0;
       if (!parseSize(V, UINT64_MAX / 2, Bytes, /*Min=*/0))
         return false;
       O.ToBytes = Bytes;
       return true;
     },
     "a number of bytes, or one with the suffix K, M, G or T"},
    {"--record", "FILE", "with warm: what was recorded; may be repeated",
     addText<&Options::Records>},
    {"--program", "FILE",
     "with warm: the program, or a library or fragment file of it; may be "
     "repeated",
     addText<&Options::Programs>},
    {"--arch", "LIST",
     "with warm: for these GPUs (sm_90,gfx942...) instead of the recorded "
     "ones; "
     "sm_90:+ptx85 by way of PTX 8.5, gfx90a:sramecc+:xnack- as AMD's tools "
     "write it",
     setArchs},
    {"--bundle", "BUNDLE", "with warm: write this file, leave the folder alone",
     keepText<&Options::Bundle>},
    {"-j", "N", "with warm: compile N at once",
     [](std::string_view V, Options &O) {
       return parseNumber<uint32_t>(V, 1, 1024, O.Threads);
     }},
};

constexpr OptionTable<Options> Table{Rows};

/// The words of the command line that are not options.
struct Words {
  const CommandRow *What = nullptr;
  std::optional<std::string_view> Operand;
};

Error noCommand(std::string_view Word) {
  std::vector<std::string_view> Names;
  for (const CommandRow &Each : Commands)
    Names.push_back(Each.Name);
  return Error("there is no command '" + std::string(Word) + "'" +
               suggestion(Word, Names) + "; see --help");
}

Status addWord(std::string_view Word, Words &Out) {
  if (!Out.What) {
    for (const CommandRow &Each : Commands)
      if (Each.Name == Word)
        Out.What = &Each;
    if (!Out.What)
      return noCommand(Word);
    return Done{};
  }
  if (Out.What->Operand.empty() || Out.Operand)
    return Error("'" + std::string(Word) + "' is one word too many for " +
                 std::string(Out.What->Name));
  Out.Operand = Word;
  return Done{};
}

/// Returns whether \p Text has enough digits for the start of a key.
bool isKeyStart(std::string_view Text) {
  constexpr size_t MinDigits = 4, MaxDigits = 64;
  return Text.size() >= MinDigits && Text.size() <= MaxDigits &&
         Text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Status setOperand(const Words &Given, Options &Out) {
  if (Out.What != Command::Explain) {
    if (!Given.Operand && Given.What->Operand == "BUNDLE")
      return Error(std::string(Given.What->Name) + " needs the name of a file");
    if (Given.Operand)
      Out.Bundle = *Given.Operand;
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
  if ((Out.What == Command::Prune) != Out.ToBytes.has_value())
    return Error(Out.ToBytes ? "--to is for prune" : "prune needs --to=SIZE");
  const bool IsWarm = Out.What == Command::Warm;
  if (IsWarm && Out.Records.empty())
    return Error("warm needs --record=FILE, and --program=FILE unless it is "
                 "for kernels of fragments only");
  if (!IsWarm && (!Out.Records.empty() || !Out.Programs.empty() ||
                  !Out.Archs.empty() || Out.Threads != 1))
    return Error("--record, --program, --arch and -j are for warm");
  if (Out.Removes && (Out.What != Command::Verify || !Out.Bundle.empty()))
    return Error("--remove is for verify, of a folder");
  return Done{};
}

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  Options Out;
  Result<ToolWords> All = Table.read(Arguments, Out);
  if (!All)
    return All.takeError();
  Words Given;
  for (std::string_view Each : *All)
    if (Status S = addWord(Each, Given); !S)
      return S.takeError();
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
    appendHelpRow(
        Text,
        std::string(Each.Name) +
            (Each.Operand.empty() ? "" : " " + std::string(Each.Operand)),
        Each.Meaning);
  Text.append("\noptions:\n").append(Table.help());
  return Text + "\nEnds with 0; with 1 where verify found something bad or "
                "explain found nothing;\nwith 2 where it was called wrongly or "
                "the folder cannot be used.\n";
}

} // namespace ompjit::cachetool
