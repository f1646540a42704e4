//===- JitOptions.h - The options of images and linkers -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_CUDA_JITOPTIONS_H
#define OMPJIT_STANDIN_CUDA_JITOPTIONS_H

#include "Call.h"

#include <string>

namespace ompjit::standin {

struct JitOptions {
  Linker::Log Errors, Infos;
  int Model = 0; ///< 0: the device's.
  int OptimizationLevel = 4;
  bool HasLines = false;
  int MaxRegisters = 0;
};

/// Fails with a violation for what the stand-in does not know.
Result readOptions(Call &C, unsigned Count, const JitOption *Options,
                   void **Values, JitOptions &Out);

/// Writes the text, cut to the size of the log.
void write(const Linker::Log &To, const std::string &Text);

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_CUDA_JITOPTIONS_H
