//===- Model.h - Models of GPUs -------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_MODEL_H
#define OMPJIT_STANDIN_HSA_MODEL_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit::standin {

struct Model {
  const char *Processor; ///< "gfx90a".
  const char *Features;  ///< In the form of a target id.
  uint32_t WavefrontSize;
  uint32_t SimdsPerCu;
  uint32_t WavesPerCu;
  uint32_t CachelineBytes;

  /// Returns the name of its instruction set.
  std::string isaName() const;
};

/// Returns null if there is no such GPU.
const Model *findModel(std::string_view Processor);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_MODEL_H
