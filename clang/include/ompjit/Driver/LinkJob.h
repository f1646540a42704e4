//===- LinkJob.h - Our part of the link step --------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the packaged clang's link step into ours: our linker wrapper, and a
// host link that finds our libomptarget, at link time and at run time.
// Everything else in the step stays as clang planned it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_LINKJOB_H
#define OMPJIT_DRIVER_LINKJOB_H

#include "ompjit/Driver/Locations.h"

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Job.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/StringSaver.h"

namespace ompjit::driver {

/// Whether the linked program itself looks for libomptarget in our tree.
enum class RunPath { None, TreeLib };

/// Whether the job runs the packaged clang-linker-wrapper, or would if it were
/// installed. False for one that the user chose with -B.
bool isPackagedLinkStep(const clang::driver::Command &Job,
                        const Locations &Paths);

/// Whether a folder holds any libomptarget.
using HoldsRuntime = llvm::function_ref<bool(llvm::StringRef Folder)>;

/// Returns the arguments of a linker-wrapper step, with options by which the
/// host link finds our libomptarget in \p Folder; unchanged if the step does
/// not link libomptarget. Our folder comes right before the first one for which
/// \p Holds is true, or else last: it may be a folder like /usr/local/lib,
/// whose other libraries must not take precedence over the user's. New strings
/// live as long as \p Strings.
llvm::opt::ArgStringList
withOurRuntime(const llvm::opt::ArgStringList &Arguments,
               llvm::StringRef Folder, RunPath Path, HoldsRuntime Holds,
               llvm::StringSaver &Strings);

/// Turns the packaged link step \p Job of a program for \p Triple into ours.
/// Searches the folders of the link for other libomptargets. What a program for
/// another host is linked with is in the folder of that host's name in our lib,
/// or where the user says.
void useOurLinkStep(clang::driver::Command &Job, const Locations &Paths,
                    llvm::StringRef Triple, RunPath Path,
                    llvm::StringSaver &Strings);

/// Adds the user's options for the device link that clang does not pass on: the
/// number of threads (\p Jobs, from -foffload-lto-jobs=, or -flto-jobs=), where
/// ptxas is, and LLVM's options for NVIDIA's GPUs.
void addDeviceLinkOptions(clang::driver::Command &Job,
                          const clang::driver::Compilation &Plan,
                          llvm::StringRef Jobs, llvm::StringSaver &Strings);

/// Tells a link step that the user asked for LTO: code for NVIDIA's GPUs that
/// cannot be assembled here may be compiled when the program runs, and the link
/// tells of code that was compiled without LTO.
void askForLto(clang::driver::Command &Job);

/// In a step that packs device code for one of \p Targets, removes the name of
/// its architecture, which nobody chose.
void namePortableCode(clang::driver::Command &Job,
                      const llvm::StringMap<llvm::StringRef> &Targets,
                      llvm::StringSaver &Strings);

/// If clang finds no CUDA toolkit it assumes the oldest version of PTX, which
/// no GPU that LLVM still supports can use. Gives the step the first version
/// that supports the GPU, as LLVM would choose; clang needs it because it
/// refuses builtins otherwise.
void correctAssumedPtx(clang::driver::Command &Job, llvm::StringSaver &Strings);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_LINKJOB_H
