//===- WithoutOpenMPOpt.h - Links without LLVM's OpenMP optimiser ---------===//
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

#ifndef OMPJIT_DEVICELINK_WITHOUTOPENMPOPT_H
#define OMPJIT_DEVICELINK_WITHOUTOPENMPOPT_H

#include "llvm/IR/OptBisect.h"

namespace ompjit::devicelink {

/// Leaves LLVM's OpenMP optimiser out of LTO's pipeline. It makes GPUs' kernels
/// lean, and has done so before (simplifyKernels), where its faults can be kept
/// from code, as here they cannot. After that it found nothing, for four fifths
/// of a link of 60 kernels with reductions. Nor does it find anything in code
/// for processors that compilations have left, for a sixth of the time and more
/// than half of the memory of a link of 500 files.
class WithoutOpenMPOpt : public llvm::OptPassGate {
public:
  /// \p Usual obeys -opt-bisect-limit.
  explicit WithoutOpenMPOpt(const llvm::OptPassGate &Usual) : Usual(Usual) {}

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

#endif // OMPJIT_DEVICELINK_WITHOUTOPENMPOPT_H
