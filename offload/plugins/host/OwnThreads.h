//===- OwnThreads.h - Regions within parallel regions ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device begins each target region with a thread of its own. This plugin
// begins it on the thread that encounters it, which costs nothing; but libomp
// can form teams only on threads outside of parallel regions, and aborts on
// others. So regions that form teams or threads, and that are encountered in a
// parallel region, run on threads outside of any.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_OWNTHREADS_H
#define OMPJIT_PLUGINS_HOST_OWNTHREADS_H

#include "ompjit/Plugin.h"

#include <functional>

namespace ompjit::host {

/// Whether the calling thread is in a parallel region, whatever its size.
bool isInParallel();

/// Runs \p Region on another thread, with the floating-point environment of the
/// caller, and waits for it. Fails if no thread can be started.
int runOnOwnThread(const std::function<int(ompjit_error *)> &Region,
                   ompjit_error *Error);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_OWNTHREADS_H
