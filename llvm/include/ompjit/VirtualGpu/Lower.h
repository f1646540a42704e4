//===- ompjit/VirtualGpu/Lower.h - GPU code for the virtual GPU -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes a module for nvptx64 or amdgcn, optimised as for the real device, and
// makes one for the processor that behaves the same on the virtual GPU: see
// ompjit/VirtualGpu.h for what the two agree upon.
//
// Errors name the function and what in it no virtual GPU can do.
//
// Threads: different modules in different contexts, at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_VIRTUALGPU_LOWER_H
#define OMPJIT_VIRTUALGPU_LOWER_H

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace llvm {
class Module;
}

namespace ompjit {

struct VirtualGpuOptions {
  /// Announce each access to memory to the virtual GPU.
  bool ChecksAccesses = false;
};

/// \p M is changed by it and of no further use; \p Gpu is the machine that it
/// was optimised for.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerToProcessor(llvm::Module &M, const llvm::TargetMachine &Gpu,
                 const llvm::TargetMachine &Processor,
                 const VirtualGpuOptions &Options);

} // namespace ompjit

#endif // OMPJIT_VIRTUALGPU_LOWER_H
