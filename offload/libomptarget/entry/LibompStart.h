//===- LibompStart.h - Whether libomp has to start ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp starts when it is first asked for something, which costs more than
// everything else that a small offloading program does. A region on the default
// device needs two of its settings and the tools it knows. As long as it has
// not started nobody can have changed these settings, so that the environment
// tells what they are: where it says nothing, and there is no tool, libomp is
// left asleep until something else wakes it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_ENTRY_LIBOMPSTART_H
#define OMPJIT_LIBOMPTARGET_ENTRY_LIBOMPSTART_H

namespace ompjit {

/// Whether libomp may be left asleep: it had not started when this was first
/// asked, the environment held no setting of OpenMP's or libomp's but
/// OMP_TARGET_OFFLOAD, and the program no OMPT tool. The answer stays what it
/// was. Any thread may ask.
bool libompMaySleep();

/// Whether it is asleep, and was left so.
bool libompSleeps();

/// OMP_TARGET_OFFLOAD.
enum class OffloadPolicy { Disabled = 0, Default = 1, Mandatory = 2 };
OffloadPolicy offloadPolicy();

/// In a program with privileges that its caller has not, removes the variables
/// that would lead libomp, which reads them whoever the caller is, to files and
/// libraries. To be called before libomp starts, while there is one thread.
void withholdFilesFromLibomp();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_ENTRY_LIBOMPSTART_H
