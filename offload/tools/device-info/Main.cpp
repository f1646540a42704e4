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
#include "ompjit/Support/Tool.h"

using namespace ompjit;
using namespace ompjit::deviceinfo;

namespace {

constexpr Tool Program{.Name = "ompjit-device-info",
                       .Help = helpText,
                       .MoreVersion = interfaceText};

int report(const Options &Chosen) {
  Result<Report> Found = examineFolder(
      Chosen.Folder.empty() ? libraryFolderOfProgram() : Chosen.Folder);
  if (!Found)
    return Program.fail(Found.error());
  return Program.print(Chosen.Json ? asJson(*Found) : asText(*Found),
                       Found->hasUsableDevice() ? Tool::Good : Tool::Bad);
}

} // namespace

int main(int Count, char **Arguments) {
  return Program.run(Count, Arguments, report);
}
