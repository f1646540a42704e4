//===- TextReport.h - The report in a few lines --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_TEXTREPORT_H
#define OMPJIT_TOOLS_REPORT_TEXTREPORT_H

#include "Findings.h"

namespace ompjit::report {

std::string asText(const Model &, const std::vector<Finding> &);

/// What the next start of the program costs, in a sentence.
std::string nextStart(const CacheUse &);

/// How long launches waited for compiles of other processes, behind \p Begin;
/// empty if they did not.
std::string awaited(const CacheUse &, const std::string &Begin);

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_TEXTREPORT_H
