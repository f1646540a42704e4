//===- Diagnostics.cpp - LLVM's diagnostics as an error -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Diagnostics.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit {

namespace {
struct Handler : DiagnosticHandler {
  explicit Handler(std::string &Errors) : Errors(Errors) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream Stream(Errors);
    if (!Errors.empty())
      Stream << '\n';
    DiagnosticPrinterRawOStream Printer(Stream);
    Info.print(Printer);
    return true;
  }

  std::string &Errors;
};
} // namespace

DiagnosticCollector::DiagnosticCollector(LLVMContext &Context)
    : Context(Context), Previous(Context.getDiagnosticHandler()) {
  Context.setDiagnosticHandler(std::make_unique<Handler>(Errors));
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

} // namespace ompjit
