//===- LoadedFile.h - Which file some of the memory is from ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_LOADEDFILE_H
#define OMPJIT_SUPPORT_LOADEDFILE_H

#include <string>

namespace ompjit {

/// Returns the path of the shared library that \p Address is in, as the dynamic
/// linker knows it; empty if it is in none, as that of the program itself. The
/// library must not be closed meanwhile. Takes no lock.
std::string libraryAround(const void *Address);

/// Returns the path of the program; empty if the system does not tell.
std::string programFile();

} // namespace ompjit

#endif // OMPJIT_SUPPORT_LOADEDFILE_H
