//===- Options.cpp - The command line of ompjit-matrix --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

namespace ompjit::matrix {

namespace {

constexpr Option<Options> Rows[] = {
    {"--no-warn-unused", "",
     "do not warn of keys that name no value and have no underscore in front",
     [](std::string_view, Options &O) {
       O.WarnUnused = false;
       return true;
     }},
    {"--no-warn-used", "",
     "do not warn of keys that name a value and have an underscore in front",
     [](std::string_view, Options &O) {
       O.WarnUsed = false;
       return true;
     }},
    {"--no-warn-types", "", "do not warn of values that are no strings",
     [](std::string_view, Options &O) {
       O.WarnNoString = false;
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
  if (Words->empty() || Out.ShowHelp || Out.ShowVersion)
    return Out;
  Result<std::string> Only = onlyWord(*Words, "file");
  if (!Only)
    return Only.takeError();
  Out.File = std::move(*Only);
  return Out;
}

std::string helpText() {
  return "usage: ompjit-matrix [option...] [FILE]\n\n"
         "Prints all combinations of parameters that a matrix in JSON "
         "describes, as a JSON\narray of objects of strings. The matrix is in "
         "FILE, or on the standard input.\nA list has alternatives, an object "
         "has parameters that are combined.\n\n" +
         table().help() +
         "\nEnds with 0, or with 2 if it was called wrongly or the matrix "
         "cannot be used.\n";
}

std::string versionText() { return "ompjit-matrix " OMPJIT_VERSION "\n"; }

} // namespace ompjit::matrix
