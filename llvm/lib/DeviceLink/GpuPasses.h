//===- GpuPasses.h - Which passes links for GPUs leave out ------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_GPUPASSES_H
#define OMPJIT_DEVICELINK_GPUPASSES_H

#include "llvm/IR/OptBisect.h"

namespace ompjit::devicelink {

/// LLVM's OpenMP optimiser looks at a module, and then again at each function
/// as it is inlined into. For that it follows the device runtime's variables
/// through all kernels each time: four fifths of a link of 60 kernels with
/// reductions, and it found nothing that the passes over the module left.
class GpuPasses : public llvm::OptPassGate {
public:
  /// \p Usual obeys -opt-bisect-limit.
  explicit GpuPasses(const llvm::OptPassGate &Usual) : Usual(Usual) {}

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass,
                     llvm::StringRef Description) const override {
    return Pass != "openmp-opt-cgscc" &&
           (!Usual.isEnabled() || Usual.shouldRunPass(Pass, Description));
  }

private:
  const llvm::OptPassGate &Usual;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_GPUPASSES_H
