//===- Main.cpp - ompjit-device-info: the devices that programs find ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Report.h"

#include "ompjit/Support/LibraryFile.h"

#include <cstdio>

using namespace ompjit;
using namespace ompjit::deviceinfo;

namespace {

constexpr int SomethingWorks = 0;
constexpr int NothingWorks = 1;
constexpr int WronglyCalled = 2;

int fail(const Error &What) {
  std::fprintf(stderr, "ompjit-device-info: error: %s\n",
               What.message().c_str());
  return WronglyCalled;
}

int print(const std::string &Text) {
  std::fputs(Text.c_str(), stdout);
  return SomethingWorks;
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
  Result<Report> Found = examineFolder(
      Chosen->Folder.empty() ? libraryFolderOfProgram() : Chosen->Folder);
  if (!Found)
    return fail(Found.error());
  print(Chosen->Json ? asJson(*Found) : asText(*Found));
  return Found->hasUsableDevice() ? SomethingWorks : NothingWorks;
}
