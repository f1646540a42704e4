//===- Options.cpp - The command line of ompjit-kernel-replay ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table holds name, meaning and effect of every option; the help text
// comes from it.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <charconv>
#include <string_view>

namespace ompjit::replay {

namespace {

bool parseCount(std::string_view Text, uint32_t Least, uint32_t &Out) {
  uint32_t Number = 0;
  const char *End = Text.data() + Text.size();
  auto [Rest, Failure] = std::from_chars(Text.data(), End, Number);
  if (Failure != std::errc() || Rest != End || Number < Least)
    return false;
  Out = Number;
  return true;
}

struct Row {
  std::string_view Name;
  std::string_view Value; ///< What stands for it in the help; empty: none.
  std::string_view Meaning;
  bool (*Set)(std::string_view Value, Options &);
};

constexpr Row Rows[] = {
    {"--repeat", "N", "replay N times, each time from the recorded memory",
     [](std::string_view V, Options &O) { return parseCount(V, 1, O.Repeat); }},
    {"--num-teams", "N", "launch with N teams",
     [](std::string_view V, Options &O) {
       return parseCount(V, 1, O.NumTeams.emplace());
     }},
    {"--num-threads", "N", "launch with at most N threads in a team",
     [](std::string_view V, Options &O) {
       return parseCount(V, 1, O.NumThreads.emplace());
     }},
    {"--device", "N", "replay on device N instead of the recorded one",
     [](std::string_view V, Options &O) {
       return parseCount(V, 0, O.Device.emplace());
     }},
    {"--save-output", "FILE", "write the memory after the last replay to FILE",
     [](std::string_view V, Options &O) {
       O.OutputFile = V;
       return !V.empty();
     }},
    {"--no-compare", "", "do not compare with the recorded output",
     [](std::string_view, Options &O) {
       O.Compare = false;
       return true;
     }},
    {"--allow-changes", "",
     "replay files that were changed after the recording",
     [](std::string_view, Options &O) { return O.AllowChanges = true; }},
    {"--help", "", "print this text",
     [](std::string_view, Options &O) { return O.ShowHelp = true; }},
};

Status parseOption(std::string_view Argument, Options &Out) {
  const size_t Equals = Argument.find('=');
  const std::string_view Name = Argument.substr(0, Equals);
  const bool HasValue = Equals != Argument.npos;
  for (const Row &Each : Rows) {
    if (Each.Name != Name)
      continue;
    const std::string_view Value =
        HasValue ? Argument.substr(Equals + 1) : std::string_view();
    if (HasValue == !Each.Value.empty() && Each.Set(Value, Out))
      return Done{};
    return Error("'" + std::string(Argument) + "' is not of the form " +
                 std::string(Each.Name) +
                 (Each.Value.empty() ? "" : "=" + std::string(Each.Value)));
  }
  return Error("there is no option '" + std::string(Name) + "'");
}

} // namespace

Result<Options> Options::parse(int Count, char **Arguments) {
  Options Out;
  for (int I = 1; I < Count; ++I) {
    const std::string_view Argument = Arguments[I];
    if (Argument.starts_with("-")) {
      if (Status S = parseOption(Argument, Out); !S)
        return S.takeError();
    } else if (!Out.Descriptor.empty()) {
      return Error("one recording at a time, not also '" +
                   std::string(Argument) + "'");
    } else {
      Out.Descriptor = Argument;
    }
  }
  if (Out.Descriptor.empty() && !Out.ShowHelp)
    return Error("no recording is named; see --help");
  return Out;
}

std::string helpText() {
  std::string Text =
      "usage: ompjit-kernel-replay [option...] RECORDING.json\n\n"
      "Runs a kernel that a program recorded with LIBOMPTARGET_RECORD=1, and\n"
      "compares the memory that it leaves with the recorded one. Ends with 0 "
      "where\nboth are the same, with 1 where they differ, with 2 where the "
      "kernel cannot be\nreplayed.\n\n";
  for (const Row &Each : Rows) {
    std::string Left = "  " + std::string(Each.Name);
    if (!Each.Value.empty())
      Left += "=" + std::string(Each.Value);
    Left.resize(24, ' ');
    Text += Left + std::string(Each.Meaning) + "\n";
  }
  return Text;
}

} // namespace ompjit::replay
