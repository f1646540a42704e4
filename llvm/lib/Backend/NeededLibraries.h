//===- NeededLibraries.h - The libraries that device code of the host uses ===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image finds the functions that it does not define in the program and in
// what the image itself names as needed. Naming libraries makes the difference
// where nothing of this is the program's: a C program, say an interpreter, that
// opens a library written in C++ with target regions. So an image names libomp,
// the C++ library, libm and libgcc where the names of the missing functions say
// so. All are loaded already, by libomptarget or by the code that has the
// target region, and are found by name; nothing is searched for in folders that
// the program does not know.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_NEEDEDLIBRARIES_H
#define OMPJIT_BACKEND_NEEDEDLIBRARIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <set>

namespace ompjit {

/// The names (DT_SONAME) of the libraries that define what the objects use and
/// do not define. What is no ELF object counts for nothing.
std::set<llvm::StringRef>
neededLibraries(llvm::ArrayRef<llvm::MemoryBufferRef> Objects);

} // namespace ompjit

#endif // OMPJIT_BACKEND_NEEDEDLIBRARIES_H
