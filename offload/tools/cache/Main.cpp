//===- Main.cpp - omp-jit-cache -------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "ompjit/Jit/Settings.h"
#include "ompjit/Support/ProgramEnvironment.h"
#include "ompjit/Support/Tool.h"

#include <cstdio>

using namespace ompjit;
using namespace ompjit::cachetool;

namespace {

constexpr Tool Program{.Name = "omp-jit-cache", .Help = helpText};

jit::Settings readSettings(const Options &Chosen) {
  std::vector<std::string> Warnings;
  jit::Settings Set =
      jit::Settings::fromEnvironment(programEnvironment(), Warnings);
  for (const std::string &Each : Warnings)
    Program.warn(Each);
  if (!Chosen.Folder.empty())
    Set.CacheDir = Chosen.Folder;
  return Set;
}

Result<Outcome> runInFolder(CacheFolder &Folder, const Options &Chosen) {
  switch (Chosen.What) {
  case Command::Stats:
    return stats(Folder, Chosen);
  case Command::List:
    return list(Folder, Chosen);
  case Command::Explain:
    return explain(Folder, Chosen);
  case Command::Verify:
    return verify(Folder, Chosen);
  case Command::Prune:
    return prune(Folder, Chosen);
  case Command::Clear:
    return clear(Folder, Chosen);
  case Command::Export:
    return exportBundle(Folder, Chosen);
  case Command::Import:
  case Command::Warm:
    break;
  }
  return Error("no command");
}

Result<Outcome> run(const Options &Chosen) {
  const jit::Settings Set = readSettings(Chosen);
  if (Chosen.What == Command::Import)
    return importBundle(Set.CacheDir, Set.CacheSizeBytes, Chosen);
  if (Chosen.What == Command::Warm)
    return warm(Set, Chosen);
  if (Chosen.What == Command::Verify && !Chosen.Bundle.empty())
    return verifyBundle(Chosen);
  Result<cache::Inspection> Inside = cache::Inspection::open(Set.CacheDir);
  if (!Inside)
    return Inside.takeError();
  CacheFolder Folder{Set.CacheDir, Set.CacheSizeBytes, std::move(*Inside)};
  return runInFolder(Folder, Chosen);
}

int work(const Options &Chosen) {
  Result<Outcome> Done = run(Chosen);
  if (!Done)
    return Program.fail(Done.error());
  return Program.print(Done->Text, Done->IsGood ? Tool::Good : Tool::Bad,
                       Done->IsOutputTaken ? stderr : stdout);
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, work);
}
