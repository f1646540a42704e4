//===- Options.cpp - The command line of ompjit-tune ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/Support/VariableTable.h"

namespace ompjit::tune {

namespace {

constexpr Option<Options> Rows[] = {
    {"--output", "FILE",
     "the profile, to which what was found is added (default: ompjit.profile)",
     keepText<&Options::Output>},
    {"--cache", "",
     "add it to the folder of compiled images as well, where programs find it "
     "without OMP_JIT_PROFILE",
     setFlag<&Options::IntoCache>},
    {"--budget", "SECONDS",
     "how long measurements may take, without the program's own run (default: "
     "120)",
     [](std::string_view V, Options &O) {
       return parseNumber<uint32_t>(V, 1, 1000000, O.BudgetSeconds);
     },
     "SECONDS a number from 1 to 1000000"},
    {"--margin", "PERCENT",
     "what a launch must gain for a choice to be kept (default: 3)",
     [](std::string_view V, Options &O) {
       return parseNumber<double>(V, 0, 99, O.MarginPercent);
     },
     "PERCENT a number from 0 to 99"},
    {"--kernel", "TEXT", "only kernels whose name contains TEXT",
     keepText<&Options::Kernel>},
    {"--launches", "N",
     "how many launches of each kernel are recorded, from the first on "
     "(default: 10)",
     [](std::string_view V, Options &O) {
       return parseNumber<uint32_t>(V, 1, 1000000, O.Launches);
     },
     "N a number from 1 to 1000000"},
    {"--keep", "FOLDER", "leave the recordings there",
     keepText<&Options::Keep>},
    {"--device", "N", "measure on device N instead of the recorded one",
     [](std::string_view V, Options &O) {
       return parseNumber<uint32_t>(V, 0, UINT32_MAX, O.Device.emplace());
     },
     "N a number"},
    {"--json", "", "print the result as JSON", setFlag<&Options::Json>},
};

constexpr OptionTable<Options> Table{Rows};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments,
                     [](const ToolWords &Words, Options &Out) -> Status {
                       if (Words.empty())
                         return Error("neither a recording nor a program is "
                                      "named; see --help");
                       Out.Words.assign(Words.begin(), Words.end());
                       return Done{};
                     });
}

std::string helpText() {
  return "usage: ompjit-tune [option...] RECORDING.json|FOLDER...\n"
         "       ompjit-tune [option...] -- PROGRAM [ARGUMENT...]\n\n"
         "Finds out by replaying recorded launches which number of threads and "
         "teams,\nlanes, vector width, unrolling and register bound makes each "
         "kernel fastest, and\nwrites what gains to a profile for "
         "OMP_JIT_PROFILE. A program is run once to\nrecord its launches. Ends "
         "with 0 if everything could be measured, with 1 if some\nkernels "
         "could not, and with 2 if nothing could be done.\n\n" +
         Table.help();
}

} // namespace ompjit::tune
