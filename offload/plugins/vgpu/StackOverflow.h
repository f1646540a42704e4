//===- StackOverflow.h - Stack overflow of lanes --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for virtual GPUs touches each page of its frames, so a lane that needs
// too much reaches the guard page below its stack and its thread gets a signal.
// That may be inside of a host library, with locks held, so the process cannot
// go on.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_STACKOVERFLOW_H
#define OMPJIT_PLUGINS_VGPU_STACKOVERFLOW_H

namespace ompjit::vgpu {

/// Makes such a lane of a block that this thread runs end the process with a
/// message. Other signals are passed on as without this handler. A handler that
/// the program installs later replaces this one. Only a thread's first call
/// costs anything.
void catchStackOverflows();

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_STACKOVERFLOW_H
