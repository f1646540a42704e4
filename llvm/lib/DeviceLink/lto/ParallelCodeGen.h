//===- ParallelCodeGen.h - Generates code in several threads --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates code for the module that full LTO produces, in a number of parts
// that depends on its size, each compiled in a context of its own. The result
// depends on the module and the options, not on the number of threads. Private
// to the device link.
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

/// Returns an object, or PTX for NVIDIA's GPUs, for each part. OptPipeline of
/// \p Config has the passes that are still to be run; its diagnostic handler
/// must be thread-safe.
llvm::Expected<std::vector<llvm::SmallString<0>>>
generateInParts(const llvm::Module &M, const DeviceGroup &Group,
                const LinkConfig &Options, const llvm::lto::Config &Config);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARALLELCODEGEN_H
