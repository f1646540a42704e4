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
// compile service around a whole compile. Warnings are dropped: they concern
// code that the user does not see. So are remarks, but for those of one pass.
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
#include <vector>

namespace ompjit {

class DiagnosticCollector {
public:
  /// Keeps the remarks of the pass of that name; of none if it is empty.
  explicit DiagnosticCollector(llvm::LLVMContext &Context,
                               llvm::StringRef Pass = "");
  ~DiagnosticCollector();
  DiagnosticCollector(const DiagnosticCollector &) = delete;
  DiagnosticCollector &operator=(const DiagnosticCollector &) = delete;

  /// Returns all errors since the construction or the last call, one per line.
  llvm::Error takeError();

  /// Returns the remarks since the construction or the last call, each once;
  /// "FILE:LINE: TEXT", or what it says where there is no debug information.
  std::vector<std::string> takeRemarks();

private:
  llvm::LLVMContext &Context;
  std::unique_ptr<llvm::DiagnosticHandler> Previous;
  std::string Errors;
  std::vector<std::string> Remarks;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_DIAGNOSTICS_H
