//===- ProcessorPasses.h - What LTO need not do for processors ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM asks before each pass whether it shall run. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PROCESSORPASSES_H
#define OMPJIT_DEVICELINK_PROCESSORPASSES_H

#include "llvm/IR/OptBisect.h"

namespace ompjit::devicelink {

/// Leaves LLVM's OpenMP optimisations out of links for processors. They make
/// GPUs' kernels lean and find nothing here that compilations have left, but
/// took a sixth of the time and more than half of the memory of a link of 500
/// files.
class ProcessorPasses : public llvm::OptPassGate {
public:
  /// \p Usual obeys -opt-bisect-limit.
  explicit ProcessorPasses(const llvm::OptPassGate &Usual) : Usual(Usual) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override {
    return !Pass.starts_with("openmp-opt") &&
           (!Usual.isEnabled() || Usual.shouldRunPass(Pass, Description));
  }

private:
  const llvm::OptPassGate &Usual;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PROCESSORPASSES_H
