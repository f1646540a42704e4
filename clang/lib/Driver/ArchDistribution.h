//===- ArchDistribution.h - Which architecture is whose ---------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The packaged driver gives every architecture of --offload-arch= to every
// target of -fopenmp-targets=, and so refuses a command line that lists both
// GPUs and processors, or GPUs of two vendors. Here each goes to the targets of
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

/// \p List, program name first, with each --offload-arch= and
/// --no-offload-arch= said of its targets only; nothing if it is right as it
/// is. An architecture of a GPU whose kind is not listed brings its target, as
/// it does where no target is listed. What fits no target stays for clang to
/// report.
std::optional<ArgumentList>
withDistributedArchs(llvm::ArrayRef<const char *> List,
                     llvm::StringSaver &Strings);

/// The targets of -fopenmp-targets= of which no architecture is named.
llvm::SmallVector<llvm::Triple>
targetsWithoutArch(llvm::ArrayRef<const char *> List);

/// Whether a GPU is among the targets, and neither LTO nor when the code is
/// compiled is said. Device code that is to be looked at by itself
/// (--offload-device-only) goes through no link.
bool leavesGpuLtoOpen(llvm::ArrayRef<const char *> List);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_ARCHDISTRIBUTION_H
