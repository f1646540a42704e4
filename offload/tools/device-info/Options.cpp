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
     [](std::string_view, Options &O) { return O.Json = true; }},
    {"--plugin-dir", "FOLDER", "look for plugins in FOLDER",
     [](std::string_view V, Options &O) {
       O.Folder = V;
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
  if (Status Read = table().readAll(Arguments, Out); !Read)
    return Read.takeError();
  return Out;
}

std::string helpText() {
  return "usage: ompjit-device-info [option...]\n\n"
         "Lists the plugins beside libomptarget.so and their devices, and says "
         "of each\nplugin or device that cannot be used why not. Ends with 0 "
         "where at least one\ndevice can be used, with 1 where none can, with "
         "2 where it was called wrongly.\n\n" +
         table().help();
}

std::string versionText() {
  return "ompjit-device-info " OMPJIT_VERSION ", plugin interface " +
         std::to_string(OMPJIT_PLUGIN_VERSION) + "\n";
}

} // namespace ompjit::deviceinfo
