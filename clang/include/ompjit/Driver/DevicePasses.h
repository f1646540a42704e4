//===- ompjit/Driver/DevicePasses.h - Our passes in clang -cc1 ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_DEVICEPASSES_H
#define OMPJIT_DRIVER_DEVICEPASSES_H

#include "ompjit/Driver/Locations.h"

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Job.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// If \p Job compiles code for a GPU, makes it run the passes of
/// clang/lib/Passes first; if it compiles device code for a CPU, disables
/// LLVM's OpenMP optimiser.
void addDevicePasses(clang::driver::Command &Job, const Locations &Paths,
                     llvm::StringSaver &Strings);

/// If \p Job compiles a program with target regions, for the host or a device,
/// makes it give each team its variables (clang/lib/TeamVariables).
void addTeamVariables(clang::driver::Command &Job, const Locations &Paths,
                      llvm::StringSaver &Strings);

/// If \p Job compiles device code that is optimised again, in a device link or
/// at run time, makes it keep those options with the code that are not in the
/// IR (clang/lib/CodeOptions). \p Plan is the compilation that the job is part
/// of.
/// \p Lanes is Arguments::lanes().
void keepCodeOptions(clang::driver::Command &Job,
                     clang::driver::Compilation &Plan, llvm::StringRef Lanes,
                     const Locations &Paths, llvm::StringSaver &Strings);

/// If \p Job compiles and vectorises device code for a CPU, makes it do so with
/// libmvec and lanes where they are wanted (clang/lib/Vectors).
void chooseVectors(clang::driver::Command &Job,
                   clang::driver::Compilation &Plan, llvm::StringRef Lanes,
                   bool IsDeferred, const Locations &Paths,
                   llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_DEVICEPASSES_H
