//===- RemarkText.cpp - Remarks as clang prints them ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RemarkText.h's text.
//
//===----------------------------------------------------------------------===//

#include "RemarkText.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Returns the option that enables remarks of this kind.
static StringRef optionFor(const DiagnosticInfoOptimizationBase &Remark) {
  switch (Remark.getKind()) {
  case DK_OptimizationRemarkMissed:
  case DK_MachineOptimizationRemarkMissed:
    return "-Rpass-missed=";
  case DK_OptimizationRemarkAnalysis:
  case DK_OptimizationRemarkAnalysisFPCommute:
  case DK_OptimizationRemarkAnalysisAliasing:
  case DK_MachineOptimizationRemarkAnalysis:
    return "-Rpass-analysis=";
  case DK_OptimizationFailure:
    return "-Wpass-failed=";
  default:
    return "-Rpass=";
  }
}

/// Returns the line of the source with a mark, or an empty string.
static std::string sourceLine(const DiagnosticLocation &Place) {
  auto File = MemoryBuffer::getFile(Place.getAbsolutePath());
  if (!File)
    return "";
  SourceMgr Sources;
  unsigned Id = Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  SMLoc Loc =
      Sources.FindLocForLineAndColumn(Id, Place.getLine(), Place.getColumn());
  if (!Loc.isValid())
    return "";
  std::string Text;
  raw_string_ostream Stream(Text);
  Sources.GetMessage(Loc, SourceMgr::DK_Remark, "")
      .print(nullptr, Stream, /*ShowColors=*/false, /*ShowKindLabel=*/false,
             /*ShowLocation=*/false);
  return StringRef(Text).split('\n').second.str();
}

std::string remarkText(const DiagnosticInfoOptimizationBase &Remark) {
  const bool IsFailure = Remark.getKind() == DK_OptimizationFailure;
  std::string Text = (IsFailure ? "warning: " : "remark: ") + Remark.getMsg() +
                     " [" + optionFor(Remark).str() +
                     Remark.getPassName().str() + "]";
  if (!Remark.isLocationAvailable())
    return demangle(Remark.getFunction().getName()) + ": " + Text + "\n";
  DiagnosticLocation Place = Remark.getLocation();
  return Place.getRelativePath().str() + ":" + std::to_string(Place.getLine()) +
         ":" + std::to_string(Place.getColumn()) + ": " + Text + "\n" +
         sourceLine(Place);
}

} // namespace ompjit::devicelink
