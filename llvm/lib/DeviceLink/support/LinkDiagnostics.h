//===- LinkDiagnostics.h - What LLVM says during a link -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are kept for the error that the link returns; warnings and remarks go
// to the client in the options, and all remarks also to a file if the options
// name one. Used by LTO, whose contexts call the handler from several threads,
// and by the deferred link for its one context. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LINKDIAGNOSTICS_H
#define OMPJIT_DEVICELINK_LINKDIAGNOSTICS_H

#include "ompjit/DeviceLink/LinkConfig.h"
#include "ompjit/Support/Mutex.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/LTO/Config.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class DiagnosticInfoOptimizationBase;
} // namespace llvm

namespace ompjit::devicelink {

class LinkDiagnostics {
public:
  explicit LinkDiagnostics(const LinkConfig &Options) : Options(Options) {}

  void handle(const llvm::DiagnosticInfo &Info);
  llvm::DiagnosticHandlerFunction handler() {
    return [this](const llvm::DiagnosticInfo &Info) { handle(Info); };
  }

  /// Handles the diagnostics of \p Context, until one of the two ends.
  void attach(llvm::LLVMContext &Context);

  /// Fails if the file of remarks cannot be written, because LLVM's own error
  /// does not name the file.
  llvm::Error checkRecords() const;
  /// Writes all remarks of \p Context to that file. The caller must call keep()
  /// on the result, if there is one.
  llvm::Expected<llvm::LLVMRemarkFileHandle>
  record(llvm::LLVMContext &Context) const;

  /// Returns \p E together with the errors that were only reported.
  llvm::Error combine(llvm::Error E);

private:
  void handleRemark(const llvm::DiagnosticInfoOptimizationBase &Remark);

  const LinkConfig &Options;
  /// Also held while the client reports.
  Mutex Guard;
  std::string Errors OMPJIT_GUARDED_BY(Guard);
  llvm::StringSet<> Told OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LINKDIAGNOSTICS_H
