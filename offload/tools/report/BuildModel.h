//===- BuildModel.h - From traces to a model -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_BUILDMODEL_H
#define OMPJIT_TOOLS_REPORT_BUILDMODEL_H

#include "Model.h"
#include "TraceReader.h"

#include <vector>

namespace ompjit::report {

Model buildModel(const std::vector<Trace> &);

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_BUILDMODEL_H
