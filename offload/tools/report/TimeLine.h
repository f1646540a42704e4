//===- TimeLine.h - Fewer bars where there are many ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_TIMELINE_H
#define OMPJIT_TOOLS_REPORT_TIMELINE_H

#include "Model.h"

namespace ompjit::report {

/// Draws neighbouring bars of a kind as one, so that at most \p MaxBars remain
/// of each lane. Long bars stay as they are, as far as possible.
void mergeBars(std::vector<Lane> &, size_t MaxBars);

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_TIMELINE_H
