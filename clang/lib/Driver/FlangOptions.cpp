//===- FlangOptions.cpp - Our options where flang's driver plans ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlangOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace ompjit::driver;

static bool isMode(StringRef Argument) {
  return Argument == "-fopenmp-target-jit" ||
         Argument == "-fno-openmp-target-jit" || Argument == "-foffload-lto" ||
         Argument.starts_with("-foffload-lto=") ||
         Argument == "-fno-offload-lto";
}

static bool isBracket(StringRef Argument) {
  return Argument == "--start-no-unused-arguments" ||
         Argument == "--end-no-unused-arguments";
}

/// Removes the targets that architectures imply from \p Argument, which may
/// list targets: flang's mode would give each target all architectures.
/// \returns null if no target is left.
static const char *withoutImplied(StringRef Argument,
                                  const StringSet<> &Implied,
                                  StringSaver &Strings) {
  StringRef List = Argument;
  if (!List.consume_front("-fopenmp-targets=") &&
      !List.consume_front("--offload-targets="))
    return Argument.data();
  SmallVector<StringRef> Kept;
  for (StringRef Target : split(List, ','))
    if (!Implied.contains(Triple(Target).getArchName()))
      Kept.push_back(Target);
  if (Kept.empty())
    return nullptr;
  StringRef Option = Argument.drop_back(List.size());
  return Strings.save(Option + join(Kept, ",")).data();
}

FlangCommand ompjit::driver::flangCommand(ArrayRef<const char *> List,
                                          StringSaver &Strings) {
  FlangCommand Result;
  ArgumentList Plain;
  StringSet<> Implied;
  for (size_t I = 0; I != List.size(); ++I) {
    StringRef Argument = List[I];
    if (isMode(Argument)) {
      Result.Modes.push_back(List[I]);
    } else if (Argument.consume_front("-Xopenmp-target=") &&
               I + 1 != List.size()) {
      StringRef Value = List[++I];
      const bool IsArch = Value.consume_front("-march=");
      Plain.push_back(
          Strings.save((IsArch ? "--offload-arch=" : "") + Value).data());
      if (IsArch || Value.starts_with("--offload-arch="))
        Implied.insert(Triple(Argument).getArchName());
    } else if (!isBracket(List[I])) {
      Plain.push_back(List[I]);
    }
  }
  for (const char *Argument : Plain)
    if (const char *Kept = withoutImplied(Argument, Implied, Strings))
      Result.List.push_back(Kept);
  return Result;
}
