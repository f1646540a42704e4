//===- Report.h - The log, and violations ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A violation is something that a correct plugin never does and to which a
// driver responds with an error, or worse. It is reported on stderr and in the
// log, and the process ends with the status 99.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_REPORT_H
#define OMPJIT_STANDIN_REPORT_H

#include <string>

namespace ompjit::standin {

[[gnu::format(printf, 1, 2)]] void violation(const char *Format, ...);
/// Returns the latest violation, which no longer affects the status.
std::string takeViolation();
bool hasViolations();

/// Writes a line to the file OMPJIT_STANDIN_LOG.
void log(const std::string &Line);

[[gnu::format(printf, 1, 2)]] std::string text(const char *Format, ...);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_REPORT_H
