//===- LargeFunctions.h - Passes left out of large functions ----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LARGEFUNCTIONS_H
#define OMPJIT_BACKEND_LARGEFUNCTIONS_H

#include "llvm/IR/OptBisect.h"

namespace llvm {
class Module;
}

namespace ompjit {

/// While it exists, code of \p M is generated without the passes that would
/// take superlinear time. The module's context must not be used for another
/// one's code at the same time.
class LargeFunctions final : public llvm::OptPassGate {
public:
  explicit LargeFunctions(const llvm::Module &M);
  ~LargeFunctions() override;
  LargeFunctions(const LargeFunctions &) = delete;
  LargeFunctions &operator=(const LargeFunctions &) = delete;

  bool shouldRunPass(llvm::StringRef PassName,
                     llvm::StringRef IRDescription) const override;
  bool isEnabled() const override;

private:
  llvm::LLVMContext &Context;
  llvm::OptPassGate &Replaced;
  bool LeavesSinkingOut = false, LeavesLoopsOut = false;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_LARGEFUNCTIONS_H
