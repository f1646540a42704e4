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

#include <cstdio>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::cachetool;

namespace {

constexpr int Good = 0;
constexpr int Bad = 1;
constexpr int Unusable = 2;

int fail(const Error &What) {
  std::fprintf(stderr, "omp-jit-cache: error: %s\n", What.message().c_str());
  return Unusable;
}

int print(const std::string &Text, int Status = Good, FILE *To = stdout) {
  const bool IsWritten =
      std::fputs(Text.c_str(), To) >= 0 && std::fflush(To) == 0;
  return IsWritten ? Status : fail(Error("the output cannot be written"));
}

jit::Settings readSettings(const Options &Chosen) {
  std::vector<std::string> Warnings;
  jit::Settings Set =
      jit::Settings::fromEnvironment(programEnvironment(), Warnings);
  for (const std::string &Each : Warnings)
    std::fprintf(stderr, "omp-jit-cache: warning: %s\n", Each.c_str());
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

} // namespace

int main(int Count, char **Arguments) {
  Result<Options> Chosen = Options::parse(toolArguments(Count, Arguments));
  if (!Chosen)
    return fail(Chosen.error());
  if (Chosen->ShowHelp)
    return print(helpText());
  if (Chosen->ShowVersion)
    return print(versionText());
  Result<Outcome> Done = run(*Chosen);
  if (!Done)
    return fail(Done.error());
  return print(Done->Text, Done->IsGood ? Good : Bad,
               Done->IsOutputTaken ? stderr : stdout);
}
