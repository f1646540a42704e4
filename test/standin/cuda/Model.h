//===- Model.h - What is known of kinds of GPUs ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_MODEL_H
#define OMPJIT_STANDIN_CUDA_MODEL_H

#include "Abi.h"

#include <cstdint>
#include <optional>

namespace ompjit::standin {

struct Model {
  int Number; ///< 90 is sm_90.
  const char *Name;
  int ThreadsPerMultiprocessor;
  int BlocksPerMultiprocessor;
  int SharedPerMultiprocessor;
  int SharedPerBlock; ///< Where a function asks for more than 48 KiB.
};

/// Null for a number that no GPU has.
const Model *findModel(int Number);

/// PTX as 10 * major + minor: the newest that a driver takes.
int ptxVersionOf(int DriverVersion);

std::optional<int> attributeOf(const Model &Is, int Ordinal,
                               DeviceAttribute Attribute);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_MODEL_H
