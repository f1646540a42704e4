//===- Report.h - What was found, for people and programs -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_REPORT_H
#define OMPJIT_TOOLS_TUNE_REPORT_H

#include "Tuner.h"

#include <string>
#include <vector>

namespace ompjit::tune {

std::string asText(const std::vector<Tuned> &);
std::string asJson(const std::vector<Tuned> &,
                   const std::vector<std::string> &Problems,
                   const std::string &ProfileFile);

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_REPORT_H
