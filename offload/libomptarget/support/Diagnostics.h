//===- Diagnostics.h - The numbered diagnostics ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every failure that the runtime reports is a row of one table: number, text,
// and what the user can do about it. docs/diagnostics.md is generated from the
// same table.
//
// The parts of the runtime make errors with diagnose() and return them; only
// the entry points print, and they add what only they know: the source location
// of the target region and the device.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_DIAGNOSTICS_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_DIAGNOSTICS_H

#include "ompjit/Abi.h"
#include "ompjit/Support/Result.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace ompjit {

/// The rows, in the order of their numbers.
enum class Diagnostic {
#define OMPJIT_DIAGNOSTIC(Name, Number, Text, NextStep) Name,
#include "Diagnostics.def"
};

/// An error whose message begins with the row's number, "OT104 ". {0}, {1}...
/// in the row's text are replaced by \p Values.
Error diagnose(Diagnostic Which,
               std::initializer_list<std::string_view> Values = {});

/// Whether diagnose() made \p What from that row.
bool isOf(const Error &What, Diagnostic Which);

/// Formats clang's location as "a.cpp:12: "; empty if the program was compiled
/// without debug information.
std::string describeLocation(const ident_t *Location);

/// The line that a user sees:
///   omptarget: error OT104: a.cpp:12: device 0: <text>; <next step>
/// \p DeviceId below 0: no device is concerned. \p Severity: "error" or
/// "warning".
std::string formatDiagnostic(std::string_view Severity, const Error &Failure,
                             const ident_t *Location, int DeviceId);

/// All rows as Markdown, for docs/diagnostics.md.
std::string diagnosticsAsMarkdown();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_DIAGNOSTICS_H
