//===- Diagnostics.cpp - The driver's diagnostics, as clang's -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "clang/Frontend/ChainedDiagnosticConsumer.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/SerializedDiagnosticPrinter.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ompjit::driver;

/// The printer, and behind it the writer of --serialize-diagnostics if that was
/// given; the steps write the same file, hence the merging.
static std::unique_ptr<clang::DiagnosticConsumer>
makeConsumer(clang::DiagnosticOptions &Options, StringRef ProgramName) {
  auto Printer =
      std::make_unique<clang::TextDiagnosticPrinter>(errs(), Options);
  Printer->setPrefix(sys::path::stem(ProgramName).str());
  if (Options.DiagnosticSerializationFile.empty())
    return Printer;
  return std::make_unique<clang::ChainedDiagnosticConsumer>(
      std::move(Printer), clang::serialized_diags::create(
                              Options.DiagnosticSerializationFile, Options,
                              /*MergeChildRecords=*/true));
}

DriverDiagnostics::DriverDiagnostics(ArrayRef<const char *> Arguments)
    : Options(clang::CreateAndPopulateDiagOpts(Arguments)),
      Engine(std::make_unique<clang::DiagnosticsEngine>(
          clang::DiagnosticIDs::create(), *Options,
          makeConsumer(*Options, Arguments.front()).release())) {
  clang::ProcessWarningOptions(*Engine, *Options, *vfs::getRealFileSystem(),
                               /*ReportDiags=*/false);
}
