//===- Options.cpp - The command line of ompjit-fragment ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <algorithm>
#include <cctype>

namespace ompjit::fragment {

namespace {

/// Keeps what holds for the inputs that follow.
template <auto Member>
bool keepForInputs(std::string_view Text, Options &Into) {
  Into.*Member = Text;
  Into.Unused = Text;
  return true;
}

constexpr Option<Options> Rows[] = {
    {"--output", "FILE", "write the fragment to FILE",
     keepText<&Options::Output>},
    {"-o", "FILE", "", keepText<&Options::Output>},
    {"--header", "FILE", "write it to FILE as an array for C and C++",
     keepText<&Options::Header>},
    {"--array", "NAME", "the name of that array",
     [](std::string_view V, Options &O) {
       O.Array = V;
       return (std::isalpha(static_cast<unsigned char>(V.front())) ||
               V.front() == '_') &&
              std::all_of(V.begin(), V.end(), [](char C) {
                return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
              });
     },
     "an identifier of C"},
    {"--triple", "TRIPLE",
     "the target of the inputs that follow and are plain bitcode",
     keepForInputs<&Options::Triple>},
    {"--arch", "ARCH",
     "the architecture of those, and of LTO-IR of CUDA; `generic` for "
     "processors that are not named",
     keepForInputs<&Options::Arch>},
    {"--entry", "NAME",
     "a kernel in LTO-IR whose names are not known because libnvJitLink is not "
     "installed; may be repeated",
     addText<&Options::Entries>},
    {"--list", "", "print what is in the fragment files that are named",
     setFlag<&Options::List>},
};

constexpr OptionTable<Options> Table{Rows};

Status check(const Options &O) {
  if (O.Inputs.empty())
    return Error(std::string("no ") + (O.List ? "fragment file" : "object") +
                 " is named; see --help");
  if (!O.Unused.empty())
    return Error("'" + O.Unused +
                 "' is said behind all inputs; --arch and --triple hold for "
                 "those that follow");
  const bool Writes = !O.Output.empty() || !O.Header.empty();
  if (O.List && Writes)
    return Error("--list reads fragments, and --output and --header write one; "
                 "use two commands");
  if (!O.List && !Writes)
    return Error("neither --output nor --header says what to write; see "
                 "--help");
  if (O.Header.empty() != O.Array.empty())
    return Error("--header and --array need each other");
  return Done{};
}

} // namespace

Result<Options> Options::parse(ToolArguments Arguments) {
  return Table.parse(
      Arguments, [](const ToolWords &, Options &Out) { return check(Out); });
}

std::string helpText() {
  return "usage: ompjit-fragment OBJECT... --output=FILE\n"
         "       ompjit-fragment --arch=ARCH BITCODE... --output=FILE\n"
         "       ompjit-fragment OBJECT... --header=FILE --array=NAME\n"
         "       ompjit-fragment --list FILE...\n\n"
         "Makes a fragment of the device code in objects: bitcode for each of "
         "their targets,\nwhich a program links with other fragments when it "
         "runs. The objects are compiled\nwith -foffload-lto or "
         "-fopenmp-target-jit, or are files of device bitcode; or they\nare "
         "what nvcc -dlto makes of CUDA sources: objects, fat binaries and "
         "LTO-IR.\n\n" +
         Table.help() +
         "\nEnds with 0, or with 2 if it was called wrongly, or an input "
         "cannot "
         "be used.\n";
}

} // namespace ompjit::fragment
