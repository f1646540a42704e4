//===- Diagnostics.cpp - LLVM's diagnostics as an error -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit {

namespace {
struct Handler : DiagnosticHandler {
  Handler(std::string &Errors, StringRef Pass,
          std::vector<std::string> &Remarks)
      : Errors(Errors), Pass(Pass), Remarks(Remarks) {}

  // isAnyRemarkEnabled() stays false: or all passes would make their remarks,
  // for nobody.
  bool isPassedOptRemarkEnabled(StringRef Name) const override {
    return !Pass.empty() && Name == Pass;
  }
  bool isMissedOptRemarkEnabled(StringRef Name) const override {
    return isPassedOptRemarkEnabled(Name);
  }

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info))
      keep(*Remark);
    if (Info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream Stream(Errors);
    if (!Errors.empty())
      Stream << '\n';
    DiagnosticPrinterRawOStream Printer(Stream);
    Info.print(Printer);
    return true;
  }

  void keep(const DiagnosticInfoOptimizationBase &Remark) {
    if (!isPassedOptRemarkEnabled(Remark.getPassName()))
      return;
    std::string Text;
    if (Remark.isLocationAvailable()) {
      StringRef File;
      unsigned Line, Column;
      Remark.getLocation(File, Line, Column);
      Text = (sys::path::filename(File) + ":" + Twine(Line) + ": ").str();
    }
    Text += Remark.getMsg();
    if (!is_contained(Remarks, Text))
      Remarks.push_back(std::move(Text));
  }

  std::string &Errors;
  const std::string Pass;
  std::vector<std::string> &Remarks;
};
} // namespace

DiagnosticCollector::DiagnosticCollector(LLVMContext &Context, StringRef Pass)
    : Context(Context), Previous(Context.getDiagnosticHandler()) {
  Context.setDiagnosticHandler(
      std::make_unique<Handler>(Errors, Pass, Remarks));
}

DiagnosticCollector::~DiagnosticCollector() {
  Context.setDiagnosticHandler(std::move(Previous));
}

Error DiagnosticCollector::takeError() {
  if (Errors.empty())
    return Error::success();
  Error E = createStringError(Errors);
  Errors.clear();
  return E;
}

std::vector<std::string> DiagnosticCollector::takeRemarks() {
  return std::exchange(Remarks, {});
}

} // namespace ompjit
