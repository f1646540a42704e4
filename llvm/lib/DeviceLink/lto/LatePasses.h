//===- LatePasses.h - Passes that need no whole program -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Full LTO's passes after inlining look at one function at a time. They take
// three quarters of the time. On the whole program they would run on one core;
// on its parts they run on all cores, and are skipped for parts from the cache.
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LATEPASSES_H
#define OMPJIT_DEVICELINK_LATEPASSES_H

#include "WithoutOpenMPOpt.h"

#include "llvm/LTO/Config.h"

#include <string>

namespace ompjit::devicelink {

/// Returns the late passes of \p Config's level, in LLVM's notation; empty if
/// there are none.
std::string latePasses(const llvm::lto::Config &Config);

/// Whether late passes need no information about the whole program of \p M.
bool canWait(const llvm::Module &M);

/// Skips the late passes.
class EarlyPasses : public llvm::OptPassGate {
public:
  explicit EarlyPasses(const llvm::OptPassGate &Usual) : Usual(Usual) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override;

private:
  const llvm::OptPassGate &Usual;
  mutable bool IsLate = false; ///< Mutable: LLVM asks for the passes of a
                               ///< module one by one.
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LATEPASSES_H
