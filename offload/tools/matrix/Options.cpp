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
     setFlag<&Options::WarnUnused, false>},
    {"--no-warn-used", "",
     "do not warn of keys that name a value and have an underscore in front",
     setFlag<&Options::WarnUsed, false>},
    {"--no-warn-types", "", "do not warn of values that are no strings",
     setFlag<&Options::WarnNoString, false>},
};

constexpr OptionTable<Options> Table{Rows};

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(Arguments,
                     [](const ToolWords &Words, Options &Out) -> Status {
                       if (Words.empty())
                         return Done{};
                       return keepOnlyWord(Words, "file", Out.File);
                     });
}

std::string helpText() {
  return "usage: ompjit-matrix [option...] [FILE]\n\n"
         "Prints all combinations of parameters that a matrix in JSON "
         "describes, as a JSON\narray of objects of strings. The matrix is in "
         "FILE, or on the standard input.\nA list has alternatives, an object "
         "has parameters that are combined.\n\n" +
         Table.help() +
         "\nEnds with 0, or with 2 if it was called wrongly or the matrix "
         "cannot be used.\n";
}

} // namespace ompjit::matrix
