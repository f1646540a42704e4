//===- Options.cpp - The command line of ompjit-device-info ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of options. Whoever adds one adds a row; the parser and the help
// follow from it.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "ompjit/Plugin.h"

#include <string_view>

namespace ompjit::deviceinfo {

namespace {

struct Row {
  std::string_view Name;
  std::string_view Value; ///< What stands for it in the help; empty: none.
  std::string_view Meaning;
  void (*Set)(std::string_view Value, Options &);
};

constexpr Row Rows[] = {
    {"--json", "", "print one JSON object instead of text",
     [](std::string_view, Options &O) { O.Json = true; }},
    {"--plugin-dir", "FOLDER", "look for plugins in FOLDER",
     [](std::string_view V, Options &O) { O.Folder = V; }},
    {"--help", "", "print this text",
     [](std::string_view, Options &O) { O.ShowHelp = true; }},
    {"--version", "", "print the version",
     [](std::string_view, Options &O) { O.ShowVersion = true; }},
};

Status parseOption(std::string_view Argument, Options &Out) {
  const size_t Equals = Argument.find('=');
  const std::string_view Name = Argument.substr(0, Equals);
  const std::string_view Value = Equals == Argument.npos
                                     ? std::string_view()
                                     : Argument.substr(Equals + 1);
  for (const Row &Each : Rows) {
    if (Each.Name != Name)
      continue;
    const bool HasRightForm =
        Each.Value.empty() ? Equals == Argument.npos : !Value.empty();
    if (!HasRightForm)
      return Error("'" + std::string(Argument) + "' is not of the form " +
                   std::string(Each.Name) +
                   (Each.Value.empty() ? "" : "=" + std::string(Each.Value)));
    Each.Set(Value, Out);
    return Done{};
  }
  return Error("there is no option '" + std::string(Name) + "'; see --help");
}

} // namespace

Result<Options> Options::parse(std::span<const char *const> Arguments) {
  Options Out;
  for (const char *Each : Arguments)
    if (Status S = parseOption(Each, Out); !S)
      return S.takeError();
  return Out;
}

std::string helpText() {
  std::string Text =
      "usage: ompjit-device-info [option...]\n\n"
      "Lists the plugins beside libomptarget.so and their devices, and says of "
      "each\nplugin or device that cannot be used why not. Ends with 0 where "
      "at "
      "least one\ndevice can be used, with 1 where none can, with 2 where it "
      "was called wrongly.\n\n";
  for (const Row &Each : Rows) {
    std::string Left = "  " + std::string(Each.Name);
    if (!Each.Value.empty())
      Left += "=" + std::string(Each.Value);
    Left.resize(24, ' ');
    Text += Left + std::string(Each.Meaning) + "\n";
  }
  return Text;
}

std::string versionText() {
  return "ompjit-device-info " OMPJIT_VERSION ", plugin interface " +
         std::to_string(OMPJIT_PLUGIN_VERSION) + "\n";
}

} // namespace ompjit::deviceinfo
