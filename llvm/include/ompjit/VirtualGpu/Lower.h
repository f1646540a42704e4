//===- ompjit/VirtualGpu/Lower.h - GPU code for the virtual GPU -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a module for nvptx64 or amdgcn, optimised as for the real device, into
// one for the processor that behaves the same on the virtual GPU: see
// ompjit/VirtualGpu.h for the interface between the two.
//
// Errors name the function and what a virtual GPU cannot do in it.
//
// Threads: modules in different contexts may be lowered at the same time.
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

/// Consumes \p M, which was optimised for the machine \p Gpu.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerToProcessor(llvm::Module &M, const llvm::TargetMachine &Gpu,
                 const llvm::TargetMachine &Processor,
                 const VirtualGpuOptions &Options);

} // namespace ompjit

#endif // OMPJIT_VIRTUALGPU_LOWER_H
