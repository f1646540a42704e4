//===- LibompStart.h - Whether libomp has to start ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp starts when it is first called, which costs more than everything else
// that a small offloading program does. A region on the default device needs
// two of libomp's settings and the tools that it knows. Until it has started,
// nobody can have changed these settings, so they follow from the environment:
// if that does not set them, and if there is no tool, libomp is not started
// until something else does it. What the environment says about threads waits
// until then.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_LIBOMPSTART_H
#define OMPJIT_LIBOMPTARGET_ENTRY_LIBOMPSTART_H

namespace ompjit {

/// Whether libomp need not be started: at the first call it had not started,
/// the environment had no setting of OpenMP or libomp except
/// OMP_TARGET_OFFLOAD and those that can wait (support/LibompVariables.h), and
/// the program had no OMPT tool. The answer never
/// changes. May be called by any thread.
bool libompMaySleep();

/// Whether libomp has not started, because of libompMaySleep().
bool libompSleeps();

/// OMP_TARGET_OFFLOAD.
enum class OffloadPolicy { Disabled = 0, Default = 1, Mandatory = 2 };
OffloadPolicy offloadPolicy();

/// In a program with privileges that its caller does not have, removes the
/// variables that would direct libomp to files and libraries, because libomp
/// reads them in any case. To be called before libomp starts, while there is
/// one thread.
void withholdFilesFromLibomp();

/// Lets libomp have no more helper threads for `nowait` constructs than there
/// are processors, unless the environment says how many: each task wakes one of
/// them, and those that find no processor keep others from theirs. To be called
/// before libomp starts; does nothing later, or if there are several threads.
void limitHelperThreads();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_LIBOMPSTART_H
