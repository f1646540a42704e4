//===- ompjit/Driver/SharedVariables.h - Debug information and threads ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_SHAREDVARIABLES_H
#define OMPJIT_DRIVER_SHAREDVARIABLES_H

#include "ompjit/Driver/Locations.h"

#include "clang/Driver/Job.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// If \p Job compiles code for a GPU with debug information of variables, lets
/// it run the pass that clang/lib/Passes/SharedVariables.cpp explains.
void keepVariablesShared(clang::driver::Command &Job, const Locations &Where,
                         llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_SHAREDVARIABLES_H
