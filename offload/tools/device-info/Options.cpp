//===- Options.cpp - The command line of ompjit-device-info ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/Plugin.h"

namespace ompjit::deviceinfo {

namespace {

constexpr Option<Options> Rows[] = {
    {"--json", "", "print one JSON object instead of text",
     setFlag<&Options::Json>},
    {"--plugin-dir", "FOLDER", "look for plugins in FOLDER",
     keepText<&Options::Folder>},
};

constexpr OptionTable<Options> Table{Rows};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments);
}

std::string helpText() {
  return "usage: ompjit-device-info [option...]\n\n"
         "Lists the plugins beside libomptarget.so and their devices, and says "
         "of each\nplugin or device that cannot be used why not. Ends with 0 "
         "where at least one\ndevice can be used, with 1 where none can, with "
         "2 where it was called wrongly.\n\n" +
         Table.help();
}

std::string interfaceText() {
  return ", plugin interface " + std::to_string(OMPJIT_PLUGIN_VERSION);
}

} // namespace ompjit::deviceinfo
