//===- ArchDistribution.h - Architectures for targets ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The packaged driver gives every architecture of --offload-arch= to every
// target of -fopenmp-targets=, and so refuses a command line that lists both
// GPUs and CPUs, or GPUs of two vendors. This gives each one to the targets of
// its kind. Used by Arguments.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_ARCHDISTRIBUTION_H
#define OMPJIT_CLANG_LIB_DRIVER_ARCHDISTRIBUTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Triple.h"

#include <optional>

namespace ompjit::driver {

using ArgumentList = llvm::SmallVector<const char *, 256>;

/// Returns \p List, program name first, with each --offload-arch= and
/// --no-offload-arch= for its own targets only; nothing if no change is needed.
/// A GPU architecture whose target is not listed adds that target, as it does
/// if no target is listed. An architecture that fits no target stays, and clang
/// reports it.
std::optional<ArgumentList>
withDistributedArchs(llvm::ArrayRef<const char *> List,
                     llvm::StringSaver &Strings);

/// Returns the targets of -fopenmp-targets= without a named architecture.
llvm::SmallVector<llvm::Triple>
targetsWithoutArch(llvm::ArrayRef<const char *> List);

/// Whether a GPU is among the targets and the arguments say neither whether LTO
/// is used nor when the code is compiled. False for --offload-device-only,
/// which has no link.
bool leavesGpuLtoOpen(llvm::ArrayRef<const char *> List);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_ARCHDISTRIBUTION_H
