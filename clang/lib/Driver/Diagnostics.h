//===- Diagnostics.h - The driver's diagnostics, as clang's -----*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An engine that prints on stderr what clang's driver prints, in its form:
// prefix, colours, warning options, serialised diagnostics. Used by
// OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_DIAGNOSTICS_H
#define OMPJIT_CLANG_LIB_DRIVER_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"

#include <memory>

namespace ompjit::driver {

/// The engine with its options, which it refers to.
class DriverDiagnostics {
public:
  /// \p Arguments is the whole command line; its first element is the program's
  /// name, and diagnostics start with that name.
  explicit DriverDiagnostics(llvm::ArrayRef<const char *> Arguments);
  DriverDiagnostics(const DriverDiagnostics &) = delete;
  DriverDiagnostics &operator=(const DriverDiagnostics &) = delete;

  clang::DiagnosticsEngine &engine() { return *Engine; }

  /// Whether there are errors, and all of them are about missing device
  /// libraries of toolkits.
  bool onlyLacksLibraries() const {
    unsigned NumLacking = LackingRocm + LackingCuda;
    return NumLacking && NumLacking == Engine->getNumErrors();
  }
  bool lacksRocm() const { return LackingRocm != 0; }
  bool lacksCuda() const { return LackingCuda != 0; }

private:
  unsigned LackingRocm = 0; ///< Errors that say so.
  unsigned LackingCuda = 0;
  std::unique_ptr<clang::DiagnosticOptions> Options;
  std::unique_ptr<clang::DiagnosticsEngine> Engine;
};

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_DIAGNOSTICS_H
