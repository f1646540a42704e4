//===- Findings.h - What stands out, and what to change ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sentences that follow from the figures, each with the setting or the change
// of the program that would help. A finding is made only if it is worth the
// user's time; the one that may save the most time comes first.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_FINDINGS_H
#define OMPJIT_TOOLS_REPORT_FINDINGS_H

#include "Model.h"

#include <string>
#include <vector>

namespace ompjit::report {

struct Finding {
  std::string What;    ///< With its figures.
  std::string Advice;  ///< What to change.
  uint64_t LostNs = 0; ///< How much time may be saved; 0 if it is not known.
};

std::vector<Finding> findIn(const Model &);

/// How many findings stand first; the others are less important.
constexpr size_t NumMainFindings = 3;

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_FINDINGS_H
