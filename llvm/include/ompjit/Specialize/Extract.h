//===- ompjit/Specialize/Extract.h - The parts of a module for an image ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts a package's module down to what one image needs, and connects it to the
// state that all images of a device share. The module may be lazily loaded;
// only what is kept is read.
//
// The linkage, which the package writer chose, defines what is shared: every
// definition with external linkage that is not a kernel. Everything else is
// internal, and is copied into each image that needs it. A large package holds
// its module in parts: one has the shared state, each of the others has some
// kernels and what they reach, and marks its declarations of shared state with
// an attribute.
//
// Used by the compile service, the package writer and, as passes, by opt. After
// an error the module must not be used any more.
//
// Threads: modules in different contexts may be changed at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_EXTRACT_H
#define OMPJIT_SPECIALIZE_EXTRACT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace ompjit {

/// Keeps \p Kernel and what it reaches; everything except the kernel becomes
/// internal. Shared variables and the addresses of shared functions are loaded
/// from the array __omp_jit_slots instead; shared functions that are only
/// called are copied. Returns the symbol for each slot; if there are none,
/// there is no array.
llvm::Expected<std::vector<std::string>> extractKernel(llvm::Module &M,
                                                       llvm::StringRef Kernel);

/// Keeps the shared state, the constructors, the kernels that belong to the
/// base image, and what they all reach; drops \p Kernels.
llvm::Error extractBase(llvm::Module &M,
                        llvm::ArrayRef<llvm::StringRef> Kernels);

/// Keeps \p Kernels, unchanged, and what they reach. extractKernel() produces
/// the same from this part of a package as from the whole module.
llvm::Error extractPart(llvm::Module &M,
                        llvm::ArrayRef<llvm::StringRef> Kernels);

/// Reads the whole module and keeps it as it is.
llvm::Error extractWhole(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_EXTRACT_H
