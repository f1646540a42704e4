//===- ompjit/Jit/LaunchWatch.h - When launches are over ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine hands kernels out and does not see them run. Before it unloads an
// image it asks here whether whoever may have got a kernel of it is done.
//
// The runtime has one for each device. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LAUNCHWATCH_H
#define OMPJIT_JIT_LAUNCHWATCH_H

#include <memory>

namespace ompjit::jit {

/// Launches on a device, each from before its kernel is selected until the
/// kernel has run. That one begins is a sequentially consistent operation: it
/// is among those that earlier() sees, or it sees what was stored before.
class LaunchWatch {
public:
  virtual ~LaunchWatch() = default;

  /// The launches that were under way at one moment.
  class Earlier {
  public:
    virtual ~Earlier() = default;
    virtual bool areOver() = 0;
  };

  /// Those that are now. This and areOver() are called in a launch of the
  /// calling thread's, which does not count.
  virtual std::unique_ptr<Earlier> earlier() const = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LAUNCHWATCH_H
