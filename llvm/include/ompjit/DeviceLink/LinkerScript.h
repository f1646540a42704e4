//===- LinkerScript.h - The inputs that a linker script names ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library may be a script that names the real ones, as libc.so is:
//
//   GROUP ( /lib/libc.so.6 libc_nonshared.a AS_NEEDED ( ld-linux.so.2 ) )
//
// Reads INPUT, GROUP, AS_NEEDED, SEARCH_DIR and INCLUDE, and skips all other
// commands. Used by the linker wrapper to find what the host linker reads.
// Opens no files and reports no errors: the host linker reports those of
// scripts.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LINKERSCRIPT_H
#define OMPJIT_DEVICELINK_LINKERSCRIPT_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ompjit::devicelink {

struct LinkerScript {
  struct Input {
    std::string Name; ///< A file, or a library as after -l.
    bool IsLibrary = false;
  };
  std::vector<Input> Inputs;
  std::vector<std::string> Directories;
  std::vector<std::string> Includes; ///< Further scripts.
};

LinkerScript parseLinkerScript(llvm::StringRef Text);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LINKERSCRIPT_H
