//===- LatePasses.h - Passes that need no whole program -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of full LTO's passes, those after inlining look at one function at a time.
// They take three quarters of the time, on one core while they run on the whole
// program; in its parts, on as many as there are, and not at all for parts from
// the cache. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LATEPASSES_H
#define OMPJIT_DEVICELINK_LATEPASSES_H

#include "WithoutOpenMPOpt.h"

#include "llvm/LTO/Config.h"

#include <string>

namespace ompjit::devicelink {

/// The late passes of \p Config's level, in LLVM's notation; empty if there are
/// none.
std::string latePasses(const llvm::lto::Config &Config);

/// Whether late passes can do without what is known of the whole program of
/// \p M.
bool canWait(const llvm::Module &M);

/// Leaves out the late passes.
class EarlyPasses : public llvm::OptPassGate {
public:
  explicit EarlyPasses(const llvm::OptPassGate &Usual) : Usual(Usual) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override;

private:
  const llvm::OptPassGate &Usual;
  mutable bool IsLate = false; ///< The passes of a module come one by one.
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LATEPASSES_H
