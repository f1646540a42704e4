//===- Diagnostics.cpp - The driver's diagnostics, as clang's -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Frontend/ChainedDiagnosticConsumer.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/SerializedDiagnosticPrinter.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ompjit::driver;

namespace {

class Printer : public clang::TextDiagnosticPrinter {
public:
  Printer(clang::DiagnosticOptions &Options, unsigned &LackingRocm,
          unsigned &LackingCuda)
      : TextDiagnosticPrinter(errs(), Options), LackingRocm(LackingRocm),
        LackingCuda(LackingCuda) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    if (Info.getID() == clang::diag::err_drv_no_rocm_device_lib)
      ++LackingRocm;
    if (Info.getID() == clang::diag::err_drv_no_cuda_libdevice)
      ++LackingCuda;
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
  }

private:
  unsigned &LackingRocm;
  unsigned &LackingCuda;
};

} // namespace

/// Returns the printer, followed by the writer of --serialize-diagnostics if
/// that was given. The steps write the same file, hence the merging.
static std::unique_ptr<clang::DiagnosticConsumer>
makeConsumer(clang::DiagnosticOptions &Options, StringRef ProgramName,
             unsigned &LackingRocm, unsigned &LackingCuda) {
  auto ToTerminal =
      std::make_unique<Printer>(Options, LackingRocm, LackingCuda);
  ToTerminal->setPrefix(sys::path::stem(ProgramName).str());
  if (Options.DiagnosticSerializationFile.empty())
    return ToTerminal;
  return std::make_unique<clang::ChainedDiagnosticConsumer>(
      std::move(ToTerminal), clang::serialized_diags::create(
                                 Options.DiagnosticSerializationFile, Options,
                                 /*MergeChildRecords=*/true));
}

DriverDiagnostics::DriverDiagnostics(ArrayRef<const char *> Arguments)
    : Options(clang::CreateAndPopulateDiagOpts(Arguments)),
      Engine(std::make_unique<clang::DiagnosticsEngine>(
          clang::DiagnosticIDs::create(), *Options,
          makeConsumer(*Options, Arguments.front(), LackingRocm, LackingCuda)
              .release())) {
  clang::ProcessWarningOptions(*Engine, *Options, *vfs::getRealFileSystem(),
                               /*ReportDiags=*/false);
}
