//===- Options.cpp - The command line of ompjit-compile -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/Support/VariableTable.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace ompjit::compile {

namespace {

bool addArchs(std::string_view List, Options &Out) {
  while (!List.empty()) {
    const size_t Comma = std::min(List.find(','), List.size());
    if (Comma)
      Out.Archs.emplace_back(List.substr(0, Comma));
    List.remove_prefix(std::min(Comma + 1, List.size()));
  }
  return true;
}

bool setOptLevel(std::string_view Text, Options &Out) {
  if (Text.size() != 1 || Text[0] < '0' || Text[0] > '3')
    return false;
  Out.OptLevel = uint32_t(Text[0] - '0');
  return true;
}

bool setPipeline(std::string_view Text, Options &Out) {
  constexpr std::pair<std::string_view, Pipeline> Known[] = {
      {"auto", Pipeline::Auto},
      {"quick", Pipeline::Quick},
      {"full", Pipeline::Full}};
  const auto *Found =
      std::find_if(std::begin(Known), std::end(Known),
                   [Text](const auto &Each) { return Each.first == Text; });
  if (Found == std::end(Known))
    return false;
  Out.Passes = Found->second;
  return true;
}

bool setLanes(std::string_view Text, Options &Out) {
  if (Text == "off") {
    Out.Lanes = LanesOff;
    return true;
  }
  return parseNumber<uint32_t>(Text, 2, MaxLanes, Out.Lanes) &&
         areLanes(Out.Lanes); // The tool ends if not.
}

bool setNontemporal(std::string_view Text, Options &Out) {
  if (Text == "off") {
    Out.NontemporalBytes = NontemporalOff;
    return true;
  }
  return parseSize(Text, UINT64_MAX / 2, Out.NontemporalBytes);
}

bool setPrefetch(std::string_view Text, Options &Out) {
  if (Text == "off") {
    Out.Prefetch = PrefetchOff;
    return true;
  }
  return parseNumber<uint32_t>(Text, 1, MaxPrefetch, Out.Prefetch);
}

/// Sets a number of what profiles choose.
template <uint32_t CodeTuning::*Member>
bool setTuned(std::string_view Text, Options &Out) {
  return parseNumber<uint32_t>(Text, 1, UINT32_MAX, Out.Tuned.*Member) &&
         Out.Tuned.isValid();
}

constexpr Option<Options> OwnRows[] = {
    {"--arch", "LIST",
     "sub-architectures to compile for, separated by commas (default: what the "
     "package was compiled for)",
     addArchs},
    {"--triple", "TRIPLE", "only the packages for this target",
     keepText<&Options::Triple>},
    {"--features", "LIST", "target features besides, as LLVM writes them",
     keepText<&Options::Features>},
    {"--emulation", "LEVEL",
     "as a virtual GPU runs it, for x86-64, x86-64-v2, x86-64-v3, x86-64-v4, "
     "armv8-a, armv8.1-a, armv8.2-a or armv8.4-a; with \",check\" for its "
     "checks",
     keepText<&Options::Emulation>},
    {"--kernel", "NAME", "only this kernel (default: all, and the base image)",
     keepText<&Options::Kernel>},
    {"--opt-level", "N", "from 0 to 3 (default: 3)", setOptLevel,
     "N a number from 0 to 3"},
    {"--pipeline", "NAME",
     "quick, full, or auto, which is full for kernels with loops (default: "
     "auto)",
     setPipeline, "NAME auto, quick or full"},
    {"--lanes", "N",
     "how many iterations of a loop share a processor's vectors, a power of "
     "two "
     "up to 64, or off (default: as many as are worth it)",
     setLanes, "N a power of two from 2 to 64, or off"},
    {"--nontemporal", "SIZE",
     "what a loop has to write to an array to do so past a processor's cache, "
     "or off (default: 8M)",
     setNontemporal, "SIZE a number of bytes above 0, as in 8M, or off"},
    {"--prefetch", "N",
     "how many iterations ahead loops prefetch what they read at places that "
     "arrays say, on a processor, or off (default: as it suits, for certain "
     "values)",
     setPrefetch, "N a number from 1 to 64, or off"},
    {"--unroll", "N",
     "how many turns of an innermost loop become one, as profiles say it "
     "(default: the compiler's choice)",
     setTuned<&CodeTuning::Unroll>, "N 1, 2, 4, 8 or 16"},
    {"--vector", "BITS",
     "the widest vectors on a processor, as profiles say it",
     setTuned<&CodeTuning::VectorBits>, "BITS 128, 256 or 512"},
    {"--max-threads", "N",
     "the threads of a processor's only team, as profiles say it",
     setTuned<&CodeTuning::MaxThreads>, "N a number above 0"},
    {"--resident", "N",
     "how many teams an NVIDIA multiprocessor has room for, as profiles say it",
     setTuned<&CodeTuning::ResidentTeams>, "N a number from 1 to 32"},
    {"--machine-code", "", "of PTX, with libnvJitLink or ptxas",
     setFlag<&Options::WantsMachineCode>},
    {"--output", "FOLDER",
     "write the images there, named <arch>.<kernel> with .s for PTX, .cubin "
     "for its machine code, .so for shared objects",
     keepText<&Options::OutputFolder>},
};

template <FactKind Kind> bool addFact(std::string_view Text, Options &Out) {
  const std::optional<Fact> Known = readFact(Kind, Text);
  if (Known)
    Out.Facts.push_back(*Known);
  return Known.has_value();
}

/// What an error says of the words of a form.
std::string expectedOf(const FactTraits &Of) {
  const std::string Value(Of.Form.substr(Of.Form.find('=') + 1));
  switch (Of.Subject) {
  case FactSubject::Pointers:
    return "numbers below 64";
  case FactSubject::Place:
    return "all of them numbers";
  case FactSubject::Scalar:
  case FactSubject::Pointer:
    return "P and " + Value + " numbers";
  case FactSubject::Launch:
    break;
  }
  return Value + (Of.hasValue(0) ? " a number" : " a number above 0");
}

/// The tool's own options, and those for facts with the texts that they need
/// besides the facts' table.
class Rows {
public:
  Rows() : All(std::begin(OwnRows), std::end(OwnRows)) {
    addFacts(std::make_index_sequence<NumFactKinds>());
  }

  std::span<const Option<Options>> all() const { return All; }

private:
  template <size_t... Kinds> void addFacts(std::index_sequence<Kinds...>) {
    (add(FactTable[Kinds], addFact<FactKind(Kinds)>), ...);
  }

  void add(const FactTraits &Of, bool (*Set)(std::string_view, Options &)) {
    if (!Of.isInRequests())
      return;
    const std::string_view Expected = keep(expectedOf(Of));
    All.push_back({keep("--" + std::string(Of.Word)), Of.Form,
                   keep("specialise the kernel for " + std::string(Of.Meaning)),
                   Set, Expected});
    if (!Of.OldWord.empty())
      All.push_back({keep("--" + std::string(Of.OldWord)), Of.Form,
                     /*Meaning=*/{}, Set, Expected});
  }

  std::string_view keep(std::string Text) {
    return Texts.emplace_back(std::move(Text));
  }

  std::deque<std::string> Texts;
  std::vector<Option<Options>> All;
};

const OptionTable<Options> &table() {
  static const Rows TheRows;
  static const OptionTable<Options> Table{TheRows.all()};
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
  return table().parse(
      Arguments, [](const ToolWords &Words, Options &Out) -> Status {
        if (Status Kept = keepOnlyWord(Words, "file", Out.File); !Kept)
          return Kept;
        return sortFacts(Out);
      });
}

std::string helpText() {
  return "usage: ompjit-compile [option...] FILE\n\n"
         "Compiles the kernels in the JIT packages of a program, as a run "
         "would, for\ndevices that need not be there. Says for each image how "
         "large it is and how long\nit took; ends with status 1 if one cannot "
         "be compiled.\n\n" +
         table().help();
}

} // namespace ompjit::compile
