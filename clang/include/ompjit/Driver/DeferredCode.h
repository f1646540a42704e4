//===- ompjit/Driver/DeferredCode.h - Compiles for the JIT ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How files are compiled whose device code becomes machine code when the
// program runs. Decisions that depend on the processor or on values of a
// launch, above all how loops are vectorised and unrolled, must not be made
// earlier. LLVM's full LTO makes them when it compiles a file, in this case for
// the oldest processor; its thin LTO does not.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_DEFERREDCODE_H
#define OMPJIT_DRIVER_DEFERREDCODE_H

#include "clang/Driver/Job.h"
#include "llvm/ADT/StringMap.h"

namespace ompjit::driver {

/// Returns the triple of a compiler step; empty for other steps.
llvm::StringRef tripleOf(llvm::ArrayRef<const char *> Arguments);

/// Whether a compiler step makes code for a processor, not for a GPU.
bool isForProcessor(llvm::ArrayRef<const char *> Arguments);

/// Makes \p Job leave these decisions open, if it compiles device code for one
/// of \p Targets; for any target if \p Targets is null.
void leaveLoopsOpen(clang::driver::Command &Job,
                    const llvm::StringMap<llvm::StringRef> *Targets);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_DEFERREDCODE_H
