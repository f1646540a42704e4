//===- WithoutOpenMPOpt.h - Links without LLVM's OpenMP optimiser ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gate that LLVM asks before each pass whether to run it. Private to the
// device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_WITHOUTOPENMPOPT_H
#define OMPJIT_DEVICELINK_WITHOUTOPENMPOPT_H

#include "llvm/IR/OptBisect.h"

namespace ompjit::devicelink {

/// Skips LLVM's OpenMP optimiser in LTO's pipeline. It has already run on GPUs'
/// kernels (simplifyKernels), where its faults can be avoided, which is not
/// possible here. A second run found nothing and took four fifths of a link of
/// 60 kernels with reductions. In code for CPUs it also finds nothing after the
/// compilation of the files, and took a sixth of the time and more than half of
/// the memory of a link of 500 files.
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
