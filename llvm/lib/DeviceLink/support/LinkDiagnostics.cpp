//===- LinkDiagnostics.cpp - LLVM's messages during a link ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LinkDiagnostics.h over LLVM's diagnostics.
//
//===----------------------------------------------------------------------===//

#include "LinkDiagnostics.h"

#include "RemarkText.h"

#include "ompjit/DeviceLink/FileError.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

void LinkDiagnostics::handle(const DiagnosticInfo &Info) {
  if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info))
    return handleRemark(*Remark);
  std::string Text;
  raw_string_ostream Stream(Text);
  DiagnosticPrinterRawOStream Printer(Stream);
  Info.print(Printer);
  // What is linked together has one target, which compilers spell differently.
  if (StringRef(Text).starts_with("Linking two modules of different target"))
    return;
  MutexLock Lock(Guard);
  if (Info.getSeverity() == DS_Error)
    Errors += (Errors.empty() ? "" : "\n") + Text;
  else if (Info.getSeverity() == DS_Warning)
    Options.Client->warn(Text);
}

void LinkDiagnostics::handleRemark(
    const DiagnosticInfoOptimizationBase &Remark) {
  // A context does not filter remarks after its handler has been exchanged.
  if (!Remark.isEnabled())
    return;
  // The reason of a failure is a remark that nobody asked for, without a pass.
  const bool IsOfFailure = Remark.getKind() == DK_OptimizationFailure ||
                           Remark.getPassName().empty();
  if (IsOfFailure && !Options.TellsFailures)
    return;
  std::string Text = remarkText(Remark);
  MutexLock Lock(Guard);
  // Copies of a function have the same remarks.
  if (Told.insert(Text).second)
    Options.Client->remark(Text);
}

namespace {
struct ContextHandler : DiagnosticHandler {
  explicit ContextHandler(LinkDiagnostics &Diags) : Diags(Diags) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    Diags.handle(Info);
    return true;
  }

  LinkDiagnostics &Diags;
};
} // namespace

void LinkDiagnostics::attach(LLVMContext &Context) {
  Context.setDiagnosticHandler(std::make_unique<ContextHandler>(*this));
}

Error LinkDiagnostics::checkRecords() const {
  const std::string &Path = Options.Remarks.Path;
  if (Path.empty())
    return Error::success();
  std::error_code Code;
  raw_fd_ostream Stream(Path, Code);
  return Code ? fileError(Path, Code) : Error::success();
}

Expected<LLVMRemarkFileHandle>
LinkDiagnostics::record(LLVMContext &Context) const {
  if (Error E = checkRecords())
    return E;
  const RemarkFile &File = Options.Remarks;
  return setupLLVMOptimizationRemarks(Context, File.Path, File.Passes,
                                      File.Format,
                                      /*RemarksWithHotness=*/false);
}

Error LinkDiagnostics::combine(Error E) {
  MutexLock Lock(Guard);
  if (Errors.empty())
    return E;
  return joinErrors(createStringError(Errors), std::move(E));
}

} // namespace ompjit::devicelink
