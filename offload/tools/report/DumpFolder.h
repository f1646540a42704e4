//===- DumpFolder.h - The code of images ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads what OMP_JIT_DUMP wrote about the images of a report.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_DUMPFOLDER_H
#define OMPJIT_TOOLS_REPORT_DUMPFOLDER_H

#include <string>
#include <vector>

namespace ompjit::report {

struct CodeText {
  std::string Key;  ///< Of the image.
  std::string Name; ///< "before.ll", "after.ll", "s".
  std::string Text; ///< Cut if it is long.
};

/// Empty if there is no such folder, or nothing in it.
std::vector<CodeText> readDump(const std::string &Folder);

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_DUMPFOLDER_H
