//===- StackOverflow.h - Lanes that need more stack than there is ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for virtual GPUs touches each page of its frames, so a lane that needs
// too much gets to the page below its stack, and the thread a signal. That may
// be in the host's library, with locks held: nothing can go on from there.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_STACKOVERFLOW_H
#define OMPJIT_PLUGINS_VGPU_STACKOVERFLOW_H

namespace ompjit::vgpu {

/// From now on such a lane of a block that this thread runs ends the process
/// with a message. Signals for anything else go where they would without it. A
/// handler that the program installs later replaces this one. Costs nothing but
/// at a thread's first call.
void catchStackOverflows();

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_STACKOVERFLOW_H
