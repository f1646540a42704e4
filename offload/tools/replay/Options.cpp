//===- Options.cpp - The command line of ompjit-kernel-replay -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/Support/VariableTable.h"

namespace ompjit::replay {

namespace {

bool parseCount(std::string_view Text, uint32_t Min, uint32_t &Out) {
  return parseNumber<uint32_t>(Text, Min, UINT32_MAX, Out);
}

constexpr Option<Options> Rows[] = {
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
     keepText<&Options::OutputFile>},
    {"--rounding", "",
     "accept floating-point numbers that differ as sums in another order do",
     setFlag<&Options::AllowRounding>},
    {"--figures", "FILE",
     "write the device's architecture, its number of processors and the "
     "nanoseconds of each replay to FILE, a line each",
     keepText<&Options::Figures>},
    {"--no-compare", "", "do not compare with the recorded output",
     setFlag<&Options::Compare, false>},
    {"--allow-changes", "",
     "replay files that were changed after the recording",
     setFlag<&Options::AllowChanges>},
};

constexpr OptionTable<Options> Table{Rows};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments, [](const ToolWords &Words, Options &Out) {
    return keepOnlyWord(Words, "recording", Out.Descriptor);
  });
}

std::string helpText() {
  return "usage: ompjit-kernel-replay [option...] RECORDING.json\n\n"
         "Runs a kernel that a program recorded with LIBOMPTARGET_RECORD=1, "
         "and\ncompares the memory that it leaves with the recorded one. Ends "
         "with 0 where\nboth are the same, with 1 where they differ, with 2 "
         "where the kernel cannot be\nreplayed.\n\n" +
         Table.help();
}

} // namespace ompjit::replay
