//===- Options.cpp - The command line of ompjit-doctor --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

namespace ompjit::doctor {

namespace {

constexpr Option<Options> Rows[] = {
    {"--json", "", "print one JSON object instead of text",
     setFlag<&Options::Json>},
    {"--quick", "", "do not compile and run a program",
     setFlag<&Options::IsQuick>},
};

constexpr OptionTable<Options> Table{Rows};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments);
}

std::string helpText() {
  return "usage: ompjit-doctor [option...]\n\n"
         "Checks whether OpenMP programs that offload can be compiled and run "
         "on this\nmachine, with the settings of this shell: the installation, "
         "devices and their\ndrivers, folders, servers and limits. Compiles a "
         "region in each mode and runs it\non each device. Says of each thing "
         "that is wrong what to do. Ends with 0 where\nnothing is wrong "
         "(warnings apart), with 1 where something is, with 2 where it\nwas "
         "called wrongly.\n\n" +
         Table.help();
}

} // namespace ompjit::doctor
