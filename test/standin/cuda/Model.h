//===- Model.h - Models of GPUs -------------------------------------------===//
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
  int SharedPerBlock; ///< For functions that ask for more than 48 KiB.
};

/// Returns null if no GPU has this number.
const Model *findModel(int Number);

/// Returns the newest PTX that a driver accepts, as 10 * major + minor.
int ptxVersionOf(int DriverVersion);

std::optional<int> attributeOf(const Model &Is, int Ordinal,
                               DeviceAttribute Attribute);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_MODEL_H
