//===- Options.cpp - The command line of ompjit-compile -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <algorithm>
#include <charconv>

namespace ompjit::compile {

namespace {

template <typename Number>
bool parseNumber(std::string_view Text, Number &Value) {
  int Base = 10;
  if (Text.starts_with("0x")) {
    Text.remove_prefix(2);
    Base = 16;
  }
  auto [End, Code] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value, Base);
  return Code == std::errc() && End == Text.data() + Text.size();
}

/// Calls \p Do with each part of a list; false where it once says so.
template <typename Function>
bool forEachInList(std::string_view List, Function Do) {
  for (;;) {
    const size_t Comma = std::min(List.find(','), List.size());
    if (!Do(List.substr(0, Comma)))
      return false;
    if (Comma == List.size())
      return true;
    List.remove_prefix(Comma + 1);
  }
}

bool addArchs(std::string_view List, Options &Out) {
  return forEachInList(List, [&](std::string_view Each) {
    if (!Each.empty())
      Out.Archs.emplace_back(Each);
    return true;
  });
}

template <FactKind Kind>
bool addForParameter(std::string_view Text, Options &Out) {
  const size_t Equals = Text.find('=');
  Fact Known{{Kind}};
  if (Equals == Text.npos ||
      !parseNumber(Text.substr(0, Equals), Known.Name.Parameter) ||
      !parseNumber(Text.substr(Equals + 1), Known.Value))
    return false;
  Out.Facts.push_back(Known);
  return true;
}

bool addField(std::string_view Text, Options &Out) {
  const size_t Plus = Text.find('+'), Colon = Text.find(':'),
               Equals = Text.find('=');
  Fact Known{{FactKind::Field}};
  if (Equals == Text.npos || Plus > Colon || Colon > Equals ||
      !parseNumber(Text.substr(0, Plus), Known.Name.Parameter) ||
      !parseNumber(Text.substr(Plus + 1, Colon - Plus - 1),
                   Known.Name.OffsetBytes) ||
      !parseNumber(Text.substr(Colon + 1, Equals - Colon - 1),
                   Known.Name.WidthBits) ||
      !parseNumber(Text.substr(Equals + 1), Known.Value))
    return false;
  Out.Facts.push_back(Known);
  return true;
}

bool addDisjoint(std::string_view List, Options &Out) {
  Fact Known{{FactKind::Disjoint}};
  const bool IsGood = forEachInList(List, [&](std::string_view Each) {
    uint32_t Parameter = 0;
    if (!parseNumber(Each, Parameter) || Parameter >= 64)
      return false;
    Known.Value |= uint64_t(1) << Parameter;
    return true;
  });
  if (IsGood)
    Out.Facts.push_back(Known);
  return IsGood;
}

template <FactKind Kind, uint32_t Least>
bool addNumber(std::string_view Text, Options &Out) {
  uint32_t Number = 0;
  if (!parseNumber(Text, Number) || Number < Least)
    return false;
  Out.Facts.push_back({{Kind}, Number});
  return true;
}

template <std::string Options::*Member>
bool setText(std::string_view Text, Options &Out) {
  Out.*Member = Text;
  return true;
}

constexpr Option<Options> Rows[] = {
    {"--arch", "LIST",
     "sub-architectures to compile for, separated by commas (default: what the "
     "package was compiled for)",
     addArchs},
    {"--triple", "TRIPLE", "only the packages for this target",
     setText<&Options::Triple>},
    {"--features", "LIST", "target features besides, as LLVM writes them",
     setText<&Options::Features>},
    {"--emulation", "LEVEL",
     "as a virtual GPU runs it, for x86-64, x86-64-v2, x86-64-v3 or x86-64-v4; "
     "with \",check\" for its checks",
     setText<&Options::Emulation>},
    {"--kernel", "NAME", "only this kernel (default: all, and the base image)",
     setText<&Options::Kernel>},
    {"--scalar", "P=VALUE",
     "specialise the kernel's parameter P, counted from 0",
     addForParameter<FactKind::Scalar>, "P and VALUE numbers"},
    {"--align", "P=BYTES", "the same for how the pointer P is aligned",
     addForParameter<FactKind::Alignment>, "P and BYTES numbers"},
    {"--extent", "P=BYTES",
     "the same for how much memory is behind the pointer P",
     addForParameter<FactKind::Extent>, "P and BYTES numbers"},
    {"--disjoint", "P,P...", "the same for pointers that do not overlap",
     addDisjoint, "numbers below 64"},
    {"--field", "P+OFFSET:WIDTH=VALUE",
     "the same for an integer that the package lists as a field: which "
     "pointer, bytes behind it, width in bits",
     addField, "all of them numbers"},
    {"--teams", "N", "specialise the kernel for launches of N teams",
     addNumber<FactKind::Teams, 1>, "N a number above 0"},
    {"--threads", "N", "specialise it for teams of N threads",
     addNumber<FactKind::Threads, 1>, "N a number above 0"},
    {"--devices", "N",
     "specialise it for what a GPU's code finds in its environment: how many "
     "devices there are",
     addNumber<FactKind::NumDevices, 0>, "N a number"},
    {"--device", "N", "the same for its device's number",
     addNumber<FactKind::DeviceNum, 0>, "N a number"},
    {"--debug-kinds", "N", "the same for what the device runtime shall tell",
     addNumber<FactKind::DebugKinds, 0>, "N a number"},
    {"--dynamic-memory", "N",
     "specialise it for launches with N bytes of dynamic memory for each team",
     addNumber<FactKind::DynamicMemory, 0>, "N a number"},
    {"--opt-level", "N", "from 0 to 3 (default: 3)",
     [](std::string_view V, Options &O) {
       return parseNumber(V, O.OptLevel) && O.OptLevel <= 3;
     },
     "N a number from 0 to 3"},
    {"--machine-code", "", "of PTX, with libnvJitLink or ptxas",
     [](std::string_view, Options &O) { return O.WantsMachineCode = true; }},
    {"--output", "FOLDER",
     "write the images there, named <arch>.<kernel> with .s for PTX, .cubin "
     "for its machine code, .so for shared objects",
     setText<&Options::OutputFolder>},
};

const OptionTable<Options> &table() {
  static const OptionTable<Options> Table{Rows};
  return Table;
}

Status sortFacts(Options &Out) {
  std::vector<Fact> &Facts = Out.Facts;
  if (!Facts.empty() && Out.Kernel.empty())
    return Error("what --scalar, --align and the like say is about one kernel: "
                 "they need --kernel");
  std::sort(Facts.begin(), Facts.end(),
            [](const Fact &A, const Fact &B) { return A.Name < B.Name; });
  auto Twice = std::adjacent_find(
      Facts.begin(), Facts.end(),
      [](const Fact &A, const Fact &B) { return A.Name == B.Name; });
  if (Twice != Facts.end())
    return Error(Twice->Name.describe() + " is given twice");
  return Done();
}

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  Options Out;
  Result<std::vector<std::string_view>> Words = table().read(Arguments, Out);
  if (!Words)
    return Words.takeError();
  if (Out.ShowHelp || Out.ShowVersion)
    return Out;
  Result<std::string> Only = onlyWord(*Words, "file");
  if (!Only)
    return Only.takeError();
  Out.File = std::move(*Only);
  if (Status Sorted = sortFacts(Out); !Sorted)
    return Sorted.takeError();
  return Out;
}

std::string helpText() {
  return "usage: ompjit-compile [option...] FILE\n\n"
         "Compiles the kernels in the JIT packages of a program, as a run "
         "would, for\ndevices that need not be there. Says for each image how "
         "large it is and how long\nit took; ends with status 1 if one cannot "
         "be compiled.\n\n" +
         table().help();
}

std::string versionText() { return "ompjit-compile " OMPJIT_VERSION "\n"; }

} // namespace ompjit::compile
