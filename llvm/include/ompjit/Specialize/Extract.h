//===- ompjit/Specialize/Extract.h - What goes into an image --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts a package's module down to what one image needs, and connects it to the
// state that all images of a device share. The module may be lazily loaded:
// only what is kept is read.
//
// What is shared shows in the linkage, which the package writer chose: every
// definition with external linkage that is no kernel. All else is internal, and
// is copied into each image that needs it. A large package holds its module in
// parts: in one the shared state, in others some kernels each with what they
// reach, where an attribute marks the declarations of shared state.
//
// Used by the compile service, the package writer and, as passes, by opt. After
// an error the module is of no further use.
//
// Threads: different modules in different contexts, at the same time.
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

/// Keeps \p Kernel and what it reaches; everything but the kernel becomes
/// internal. Shared variables and the addresses of shared functions are loaded
/// from the array __omp_jit_slots instead; shared functions that are only
/// called are copied. Returns the symbol for each slot; without slots there is
/// no array.
llvm::Expected<std::vector<std::string>> extractKernel(llvm::Module &M,
                                                       llvm::StringRef Kernel);

/// Keeps the shared state, the constructors, kernels that belong to them, and
/// what they all reach, and drops \p Kernels.
llvm::Error extractBase(llvm::Module &M,
                        llvm::ArrayRef<llvm::StringRef> Kernels);

/// Keeps \p Kernels, unchanged, and what they reach: a part of a package from
/// which extractKernel makes the same as from the whole.
llvm::Error extractPart(llvm::Module &M,
                        llvm::ArrayRef<llvm::StringRef> Kernels);

/// Reads the whole module and keeps it as it is.
llvm::Error extractWhole(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_EXTRACT_H
