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
     [](std::string_view V, Options &O) {
       O.Output = V;
       return true;
     }},
    {"-o", "FILE", "",
     [](std::string_view V, Options &O) {
       O.Output = V;
       return true;
     }},
    {"--text", "",
     "print the short form of the report, which is also what happens without "
     "--output",
     [](std::string_view, Options &O) { return O.Text = true; }},
    {"--dump", "FOLDER",
     "show the code in FOLDER, which OMP_JIT_DUMP has written; default: the "
     "folder that the program used",
     [](std::string_view V, Options &O) {
       O.DumpFolder = V;
       return true;
     }},
};

const OptionTable<Options> &table() {
  static const OptionTable<Options> Table{Rows};
  return Table;
}

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  Options Out;
  Result<std::vector<std::string_view>> Words = table().read(Arguments, Out);
  if (!Words)
    return Words.takeError();
  Out.Traces.assign(Words->begin(), Words->end());
  if (Out.Traces.empty() && !Out.ShowHelp && !Out.ShowVersion)
    return Error("no trace is named; see --help");
  if (Out.Output.empty())
    Out.Text = true;
  return Out;
}

std::string helpText() {
  return "usage: ompjit-report [option...] TRACE...\n\n"
         "Reports what a program did with its devices: what it waited for, "
         "where its time\nwent, and which setting would change that. Each "
         "TRACE is a file that a process\nwrote with OMP_JIT_TRACE; those of "
         "the ranks of a job make one report.\n\n"
         "  ompjit-report -o report.html trace.*\n\n" +
         table().help() +
         "\nEnds with 0, or with 2 if it was called wrongly, or if a file is "
         "no whole trace\nor cannot be written. A program makes its own report "
         "with OMP_JIT_REPORT=FILE,\nand prints the short form with "
         "OMP_JIT_SUMMARY=1.\n";
}

std::string versionText() { return "ompjit-report " OMPJIT_VERSION "\n"; }

} // namespace ompjit::report
