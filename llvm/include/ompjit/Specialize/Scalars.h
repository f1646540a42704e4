//===- ompjit/Specialize/Scalars.h - Arguments become constants -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The core of specialisation: parameters of a kernel are replaced by the values
// of one launch, and constants are carried over calls, above all through the
// OpenMP runtime's brokers (__kmpc_fork_teams, __kmpc_fork_call), into the
// functions where the loops are.
//
// Used by the compile service and, as passes, by opt. The kernel must be
// extracted or at least fully materialised before (Extract.h): a call site that
// is still on disk would not be seen.
//
// Threads: different modules in different contexts, at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SPECIALIZE_SCALARS_H
#define OMPJIT_SPECIALIZE_SCALARS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ompjit {

/// The value of one parameter of a kernel.
struct ScalarArgument {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Bits;      ///< Bits that nobody demands are zero. A floating point
                      ///< value is its bit pattern.
};

/// Replaces parameters of \p Kernel by constants; its signature stays. An error
/// if there is no such parameter or it is a pointer.
llvm::Error specializeScalars(llvm::Function &Kernel,
                              llvm::ArrayRef<ScalarArgument> Arguments);

/// Bits of a parameter that are known.
struct ZeroBits {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Mask;      ///< Those that are 0.
};

/// Lets the optimiser know the bits: that a number is a multiple of 8, or fits
/// 32 bits. An error if there is no such parameter or it is no integer.
llvm::Error specializeZeroBits(llvm::Function &Kernel,
                               llvm::ArrayRef<ZeroBits> Known);

/// Gives each internal function the constant arguments on which all its call
/// sites agree, calls through brokers included, and what its pointer arguments
/// are known to be (alignment, not null, dereferenceable). Goes on until
/// nothing changes. Returns whether something did.
bool propagateArguments(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_SCALARS_H
