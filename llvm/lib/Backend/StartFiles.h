//===- StartFiles.h - A replacement of the compiler's start files ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared object whose code registers destructors (__cxa_atexit) needs a
// __dso_handle of its own, and must run them when it is unloaded. crtbeginS.o
// does that for a link through the compiler driver; at run time there may be no
// such file, so the object is generated.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_STARTFILES_H
#define OMPJIT_BACKEND_STARTFILES_H

#include "ompjit/Targets.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit {

/// Returns the host that the objects are for; null if they are for a GPU.
const TargetTraits *
hostOfObjects(llvm::ArrayRef<llvm::MemoryBufferRef> Objects);

/// Returns whether an object for a host contains that text, as the string table
/// of each object does that defines or uses a symbol with such a name.
bool mentionsName(llvm::ArrayRef<llvm::MemoryBufferRef> Objects,
                  llvm::StringRef Name);

/// Returns whether one of the objects may refer to __dso_handle.
bool needsStartFiles(llvm::ArrayRef<llvm::MemoryBufferRef> Objects);

/// Returns the object for a host, which is created on first use and kept.
llvm::Expected<llvm::StringRef> startFiles(const TargetTraits &Host);

} // namespace ompjit

#endif // OMPJIT_BACKEND_STARTFILES_H
