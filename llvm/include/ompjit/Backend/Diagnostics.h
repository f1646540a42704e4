//===- ompjit/Backend/Diagnostics.h - LLVM's diagnostics as an error ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without a handler an LLVMContext prints its diagnostics and ends the process
// on the first error. A DiagnosticCollector is the handler of one context while
// it lives, and keeps the errors. Used around code generation, and by the
// compile service around a whole compile. Warnings and remarks are dropped:
// they concern code that the user does not see.
//
// Threads: one at a time, as for the context.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_DIAGNOSTICS_H
#define OMPJIT_BACKEND_DIAGNOSTICS_H

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ompjit {

class DiagnosticCollector {
public:
  explicit DiagnosticCollector(llvm::LLVMContext &Context);
  ~DiagnosticCollector();
  DiagnosticCollector(const DiagnosticCollector &) = delete;
  DiagnosticCollector &operator=(const DiagnosticCollector &) = delete;

  /// Returns all errors since the construction or the last call, one per line.
  llvm::Error takeError();

private:
  llvm::LLVMContext &Context;
  std::unique_ptr<llvm::DiagnosticHandler> Previous;
  std::string Errors;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_DIAGNOSTICS_H
