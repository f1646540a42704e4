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

const char HelpText[] =
    R"(usage: ompjit-compile [options] <file>

Compiles the kernels in the JIT packages of a program, as a run would, for
devices that need not be there. Says for each image how large it is and how long
it took; ends with status 1 if one cannot be compiled.

  --arch=<list>           sub-architectures to compile for, separated by commas
                          (default: what the package was compiled for)
  --triple=<triple>       only the packages for this target
  --features=<list>       target features besides, as LLVM writes them
  --emulation=<level>     as a virtual GPU runs it, for x86-64, x86-64-v2,
                          x86-64-v3 or x86-64-v4; with ",check" for its checks
  --kernel=<name>         only this kernel (default: all, and the base image)
  --scalar=<n>=<value>    specialise the kernel's parameter n, counted from 0
  --align=<n>=<bytes>     the same for how the pointer n is aligned
  --extent=<n>=<bytes>    the same for how much memory is behind the pointer n
  --disjoint=<n>,<n>...   the same for pointers that do not overlap
  --field=<n>+<offset>:<width>=<value>
                          the same for an integer that the package lists as a
                          field: which pointer, bytes behind it, width in bits
  --teams=<n>             specialise the kernel for launches of n teams
  --threads=<n>           specialise it for teams of n threads
  --devices=<n>, --device=<n>, --debug-kinds=<n>
                          specialise it for what a GPU's code finds in its
                          environment: how many devices there are, its own
                          number, what the device runtime shall tell
  --dynamic-memory=<n>    specialise it for launches with so many bytes of
                          dynamic memory for each team
  --opt-level=<0 to 3>    (default: 3)
  --machine-code          of PTX, with libnvJitLink or ptxas
  --output=<folder>       write the images there, named <arch>.<kernel> with
                          .s for PTX, .cubin for its machine code, .so for
                          shared objects
  --help
)";

/// The value in "<Name>=<value>", if \p Argument is that.
static bool takesValue(std::string_view Argument, std::string_view Name,
                       std::string &Value) {
  if (!Argument.starts_with(Name))
    return false;
  Argument.remove_prefix(Name.size());
  if (!Argument.starts_with('='))
    return false;
  Value = Argument.substr(1);
  return true;
}

template <typename Number>
static bool parseNumber(std::string_view Text, Number &Value) {
  int Base = 10;
  if (Text.starts_with("0x")) {
    Text.remove_prefix(2);
    Base = 16;
  }
  auto [End, Code] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value, Base);
  return Code == std::errc() && End == Text.data() + Text.size();
}

static Status addForParameter(const char *Option, std::string_view Text,
                              FactKind Kind, Options &Out) {
  size_t Equals = Text.find('=');
  Fact Known{{Kind}};
  if (Equals == std::string_view::npos ||
      !parseNumber(Text.substr(0, Equals), Known.Name.Parameter) ||
      !parseNumber(Text.substr(Equals + 1), Known.Value))
    return Error(std::string(Option) + "=" + std::string(Text) +
                 ": expected <parameter>=<value>, both numbers");
  Out.Facts.push_back(Known);
  return Done();
}

static Status addField(std::string_view Text, Options &Out) {
  const size_t Plus = Text.find('+'), Colon = Text.find(':'),
               Equals = Text.find('=');
  Fact Known{{FactKind::Field}};
  if (Equals == std::string_view::npos || Plus > Colon || Colon > Equals ||
      !parseNumber(Text.substr(0, Plus), Known.Name.Parameter) ||
      !parseNumber(Text.substr(Plus + 1, Colon - Plus - 1),
                   Known.Name.OffsetBytes) ||
      !parseNumber(Text.substr(Colon + 1, Equals - Colon - 1),
                   Known.Name.WidthBits) ||
      !parseNumber(Text.substr(Equals + 1), Known.Value))
    return Error(
        "--field=" + std::string(Text) +
        ": expected <parameter>+<offset>:<width>=<value>, all numbers");
  Out.Facts.push_back(Known);
  return Done();
}

static Status addDisjoint(std::string_view List, Options &Out) {
  Fact Known{{FactKind::Disjoint}};
  for (std::string_view Left = List;;) {
    const size_t Comma = std::min(Left.find(','), Left.size());
    uint32_t Parameter = 0;
    if (!parseNumber(Left.substr(0, Comma), Parameter) || Parameter >= 64)
      return Error("--disjoint=" + std::string(List) +
                   ": expected numbers below 64, separated by commas");
    Known.Value |= uint64_t(1) << Parameter;
    if (Comma == Left.size())
      break;
    Left.remove_prefix(Comma + 1);
  }
  Out.Facts.push_back(Known);
  return Done();
}

static Status addNumber(const char *Option, const std::string &Text,
                        FactKind Kind, Options &Out) {
  uint32_t Number = 0;
  if (!parseNumber(std::string_view(Text), Number))
    return Error(std::string(Option) + "=" + Text + ": expected a number");
  Out.Facts.push_back({{Kind}, Number});
  return Done();
}

static Status addCount(const char *Option, const std::string &Text,
                       FactKind Kind, Options &Out) {
  uint32_t Count = 0;
  if (!parseNumber(std::string_view(Text), Count) || Count == 0)
    return Error(std::string(Option) + "=" + Text +
                 ": expected a number above 0");
  Out.Facts.push_back({{Kind}, Count});
  return Done();
}

/// The facts as the service wants them: in order, and each once.
static Status sortFacts(Options &Out) {
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

static void addArchs(std::string_view List, Options &Out) {
  while (!List.empty()) {
    size_t Comma = std::min(List.find(','), List.size());
    if (Comma != 0)
      Out.Archs.emplace_back(List.substr(0, Comma));
    List.remove_prefix(std::min(Comma + 1, List.size()));
  }
}

static Status parse(std::string_view Argument, Options &Out) {
  std::string Value;
  if (takesValue(Argument, "--arch", Value)) {
    addArchs(Value, Out);
    return Done();
  }
  if (takesValue(Argument, "--scalar", Value))
    return addForParameter("--scalar", Value, FactKind::Scalar, Out);
  if (takesValue(Argument, "--align", Value))
    return addForParameter("--align", Value, FactKind::Alignment, Out);
  if (takesValue(Argument, "--extent", Value))
    return addForParameter("--extent", Value, FactKind::Extent, Out);
  if (takesValue(Argument, "--disjoint", Value))
    return addDisjoint(Value, Out);
  if (takesValue(Argument, "--field", Value))
    return addField(Value, Out);
  if (takesValue(Argument, "--teams", Value))
    return addCount("--teams", Value, FactKind::Teams, Out);
  if (takesValue(Argument, "--threads", Value))
    return addCount("--threads", Value, FactKind::Threads, Out);
  if (takesValue(Argument, "--devices", Value))
    return addNumber("--devices", Value, FactKind::NumDevices, Out);
  if (takesValue(Argument, "--device", Value))
    return addNumber("--device", Value, FactKind::DeviceNum, Out);
  if (takesValue(Argument, "--debug-kinds", Value))
    return addNumber("--debug-kinds", Value, FactKind::DebugKinds, Out);
  if (takesValue(Argument, "--dynamic-memory", Value))
    return addNumber("--dynamic-memory", Value, FactKind::DynamicMemory, Out);
  if (takesValue(Argument, "--opt-level", Value)) {
    if (parseNumber(Value, Out.OptLevel) && Out.OptLevel <= 3)
      return Done();
    return Error("--opt-level=" + Value + ": expected a number from 0 to 3");
  }
  if (takesValue(Argument, "--triple", Out.Triple) ||
      takesValue(Argument, "--features", Out.Features) ||
      takesValue(Argument, "--emulation", Out.Emulation) ||
      takesValue(Argument, "--kernel", Out.Kernel) ||
      takesValue(Argument, "--output", Out.OutputFolder))
    return Done();
  if (Argument == "--machine-code") {
    Out.WantsMachineCode = true;
    return Done();
  }
  if (Argument == "--help") {
    Out.Help = true;
    return Done();
  }
  if (Argument.starts_with('-'))
    return Error("unknown option '" + std::string(Argument) + "'; see --help");
  if (!Out.File.empty())
    return Error("more than one file: " + Out.File + " and " +
                 std::string(Argument));
  Out.File = Argument;
  return Done();
}

Result<Options> parseOptions(int Argc, const char *const *Argv) {
  Options Out;
  for (int I = 1; I < Argc; ++I)
    if (Status S = parse(Argv[I], Out); !S)
      return S.takeError();
  if (Out.Help)
    return Out;
  if (Out.File.empty())
    return Error("no file was named; see --help");
  if (Status Sorted = sortFacts(Out); !Sorted)
    return Sorted.takeError();
  return Out;
}

} // namespace ompjit::compile
