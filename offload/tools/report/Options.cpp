//===- Options.cpp - The command line of ompjit-report -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

namespace ompjit::report {

namespace {

constexpr Option<Options> Rows[] = {
    {"--output", "FILE", "write the report as a page for browsers",
     keepText<&Options::Output>},
    {"-o", "FILE", "", keepText<&Options::Output>},
    {"--text", "",
     "print the short form of the report, which is also what happens without "
     "--output",
     setFlag<&Options::Text>},
    {"--dump", "FOLDER",
     "show the code in FOLDER, which OMP_JIT_DUMP has written; default: the "
     "folder that the program used",
     keepText<&Options::DumpFolder>},
};

constexpr OptionTable<Options> Table{Rows};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments,
                     [](const ToolWords &Words, Options &Out) -> Status {
                       if (Words.empty())
                         return Error("no trace is named; see --help");
                       Out.Traces.assign(Words.begin(), Words.end());
                       if (Out.Output.empty())
                         Out.Text = true;
                       return Done{};
                     });
}

std::string helpText() {
  return "usage: ompjit-report [option...] TRACE...\n\n"
         "Reports what a program did with its devices: what it waited for, "
         "where its time\nwent, and which setting would change that. Each "
         "TRACE is a file that a process\nwrote with OMP_JIT_TRACE; those of "
         "the ranks of a job make one report.\n\n"
         "  ompjit-report -o report.html trace.*\n\n" +
         Table.help() +
         "\nEnds with 0, or with 2 if it was called wrongly, or if a file is "
         "no whole trace\nor cannot be written. A program makes its own report "
         "with OMP_JIT_REPORT=FILE,\nand prints the short form with "
         "OMP_JIT_SUMMARY=1.\n";
}

} // namespace ompjit::report
