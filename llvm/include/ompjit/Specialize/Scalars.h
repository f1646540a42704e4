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
// functions that have the loops.
//
// Used by the compile service and, as passes, by opt. The kernel must be
// extracted or at least fully materialised before (Extract.h): a call site that
// is still on disk would not be seen.
//
// Thread-safe for modules in different contexts.
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
  uint64_t Bits;      ///< Bits that are not demanded are zero. A floating-point
                      ///< value is its bit pattern.
};

/// Replaces parameters of \p Kernel by constants; its signature stays. Fails if
/// there is no such parameter or it is a pointer.
llvm::Error specializeScalars(llvm::Function &Kernel,
                              llvm::ArrayRef<ScalarArgument> Arguments);

/// Bits of a parameter that are known to be 0.
struct ZeroBits {
  unsigned Parameter; ///< Counted without the launch environment.
  uint64_t Mask;      ///< A mask of these bits.
};

/// Makes the bits known to the optimiser, for example that a number is a
/// multiple of 8 or fits in 32 bits. Fails if there is no such parameter or it
/// is no integer.
llvm::Error specializeZeroBits(llvm::Function &Kernel,
                               llvm::ArrayRef<ZeroBits> Known);

/// Gives each internal function the constant arguments on which all its call
/// sites agree, including calls through brokers, and the known properties of
/// its pointer arguments (alignment, not null, dereferenceable). Repeats this
/// until nothing changes. Returns whether something did.
bool propagateArguments(llvm::Module &M);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_SCALARS_H
