//===- ParallelCodeGen.h - Generates code in several threads --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation for the module that full LTO leaves, in as many parts as its
// size is worth, each compiled in a context of its own. What is generated
// depends on the module and the options, not on the threads. Private to the
// device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PARALLELCODEGEN_H
#define OMPJIT_DEVICELINK_PARALLELCODEGEN_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/LTO/Config.h"

namespace ompjit::devicelink {

/// Objects, or for NVIDIA's GPUs PTX, for the parts. \p Config has the passes
/// that are still to be run, in OptPipeline, and a handler that may be called
/// from all threads.
llvm::Expected<std::vector<llvm::SmallString<0>>>
generateInParts(const llvm::Module &M, const DeviceGroup &Group,
                const LinkConfig &Options, const llvm::lto::Config &Config);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARALLELCODEGEN_H
