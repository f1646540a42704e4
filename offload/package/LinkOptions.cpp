//===- LinkOptions.cpp - Options of a link of fragments -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/LinkOptions.h"

#include "ompjit/Support/Suggestion.h"

#include <charconv>
#include <vector>

using namespace ompjit;

namespace {

using Contraction = LinkOptions::Contraction;
using DebugInfo = LinkOptions::DebugInfo;

/// An option without a value.
struct Switch {
  std::string_view Name;
  void (*Set)(LinkOptions &);
};

constexpr Switch Switches[] = {
    {"-O0", [](LinkOptions &O) { O.MaxLevel = 0; }},
    {"-O1", [](LinkOptions &O) { O.MaxLevel = 1; }},
    {"-O2", [](LinkOptions &O) { O.MaxLevel = 2; }},
    {"-O3", [](LinkOptions &O) { O.MaxLevel = 3; }},
    {"-ffp-contract=off",
     [](LinkOptions &O) { O.FpContract = Contraction::Off; }},
    {"-ffp-contract=fast",
     [](LinkOptions &O) { O.FpContract = Contraction::Fast; }},
    {"-g", [](LinkOptions &O) { O.Debug = DebugInfo::All; }},
    {"-gline-tables-only", [](LinkOptions &O) { O.Debug = DebugInfo::Lines; }},
    {"-lineinfo", [](LinkOptions &O) { O.Debug = DebugInfo::Lines; }},
    {"-g0", [](LinkOptions &O) { O.Debug = DebugInfo::None; }},
};

/// An option whose name is followed by a number.
struct Count {
  std::string_view Name;
  uint32_t LinkOptions::*Value;
  uint32_t Min, Max;
};

constexpr std::string_view Registers = "-maxrregcount=",
                           Threads = "--gpu-max-threads-per-block=";

/// No GPU has more, and none can do with fewer registers than it takes to call
/// a function.
constexpr Count Counts[] = {
    {Registers, &LinkOptions::MaxRegisters, 16, 512},
    {"--maxrregcount=", &LinkOptions::MaxRegisters, 16, 512},
    {Threads, &LinkOptions::MaxThreads, 1, 1024},
};

/// Options that people know from elsewhere, and what to do instead.
struct Refusal {
  std::string_view Prefix, Reason;
};

constexpr std::string_view CompileWith =
    "changes what clang makes of the source; compile the fragments with it";

constexpr Refusal Refusals[] = {
    {"-ffp-contract=on", CompileWith},
    {"-ffast-math", CompileWith},
    {"-Ofast", CompileWith},
    {"-use_fast_math", "stands for several options of the compiler; compile "
                       "the fragments with -ffast-math"},
    {"-fmad=", "is called -ffp-contract=off or -ffp-contract=fast here"},
    {"-fma=", "is called -ffp-contract=off or -ffp-contract=fast here"},
    {"-arch", "is not needed: a kernel is linked for its device"},
    {"-lto", "is not needed: fragments are always optimised as one"},
};

Result<uint32_t> numberOf(const Count &Which, std::string_view Option) {
  const std::string_view Text = Option.substr(Which.Name.size());
  uint32_t Number = 0;
  const auto [End, Code] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  if (Code == std::errc() && End == Text.data() + Text.size() &&
      Number >= Which.Min && Number <= Which.Max)
    return Number;
  return Error("the link option '" + std::string(Option) +
               "' needs a number from " + std::to_string(Which.Min) + " to " +
               std::to_string(Which.Max));
}

Error refuse(std::string_view Option) {
  const std::string Quoted = "'" + std::string(Option) + "'";
  for (const Refusal &Each : Refusals)
    if (Option.starts_with(Each.Prefix))
      return Error("the link option " + Quoted + " " +
                   std::string(Each.Reason));
  std::vector<std::string_view> Known;
  for (const Switch &Each : Switches)
    Known.push_back(Each.Name);
  for (const Count &Each : Counts)
    Known.push_back(Each.Name);
  return Error("there is no link option " + Quoted +
               suggestion(Option, Known, "-") +
               "; docs/fragments.md lists those that there are");
}

Status read(std::string_view Option, LinkOptions &Into) {
  for (const Switch &Each : Switches)
    if (Option == Each.Name) {
      Each.Set(Into);
      return Done{};
    }
  for (const Count &Each : Counts)
    if (Option.starts_with(Each.Name)) {
      Result<uint32_t> Number = numberOf(Each, Option);
      if (!Number)
        return Number.takeError();
      Into.*Each.Value = *Number;
      return Done{};
    }
  return refuse(Option);
}

} // namespace

Result<LinkOptions>
LinkOptions::parse(std::span<const std::string_view> Options) {
  LinkOptions All;
  for (std::string_view Each : Options)
    if (Status S = read(Each, All); !S)
      return S.takeError();
  return All;
}

Result<LinkOptions> LinkOptions::parseText(std::string_view Text) {
  std::vector<std::string_view> Options;
  while (!Text.empty()) {
    const size_t Size = std::min(Text.find(' '), Text.size());
    if (Size)
      Options.push_back(Text.substr(0, Size));
    Text.remove_prefix(std::min(Size + 1, Text.size()));
  }
  return parse(Options);
}

std::string LinkOptions::text() const {
  std::string Text;
  auto Add = [&Text](std::string_view Option, const std::string &Value = "") {
    Text += (Text.empty() ? "" : " ") + std::string(Option) + Value;
  };
  if (MaxLevel != HighestLevel)
    Add("-O", std::to_string(MaxLevel));
  if (FpContract != Contraction::AsCompiled)
    Add(FpContract == Contraction::Off ? "-ffp-contract=off"
                                       : "-ffp-contract=fast");
  if (MaxRegisters)
    Add(Registers, std::to_string(MaxRegisters));
  if (MaxThreads)
    Add(Threads, std::to_string(MaxThreads));
  if (Debug != DebugInfo::AsCompiled)
    Add(Debug == DebugInfo::All     ? "-g"
        : Debug == DebugInfo::Lines ? "-gline-tables-only"
                                    : "-g0");
  return Text;
}
