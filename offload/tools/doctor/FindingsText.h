//===- FindingsText.h - How ompjit-doctor prints what it found ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DOCTOR_FINDINGSTEXT_H
#define OMPJIT_TOOLS_DOCTOR_FINDINGSTEXT_H

#include "Findings.h"

#include <string>

namespace ompjit::doctor {

/// A line for each finding, one for each advice, and the sum of it.
std::string asText(const Findings &);
/// The same as one JSON object.
std::string asJson(const Findings &);

} // namespace ompjit::doctor

#endif // OMPJIT_TOOLS_DOCTOR_FINDINGSTEXT_H
