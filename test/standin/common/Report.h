//===- Report.h - The log, and what callers did wrong ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A violation is what a driver answers with an error, or worse, and a plugin
// that is right never does. It is told on stderr and in the log, and the
// process ends with the status 99.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_REPORT_H
#define OMPJIT_STANDIN_REPORT_H

#include <string>

namespace ompjit::standin {

[[gnu::format(printf, 1, 2)]] void violation(const char *Format, ...);
/// The latest one, which no longer counts.
std::string takeViolation();
bool hasViolations();

/// A line of the file OMPJIT_STANDIN_LOG.
void log(const std::string &Line);

[[gnu::format(printf, 1, 2)]] std::string text(const char *Format, ...);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_REPORT_H
