//===- ompjit/Jit/LaunchWatch.h - When launches are over ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine hands out kernels and does not see them run. Before it unloads an
// image it asks this interface whether all launches that may use a kernel of
// the image are over.
//
// The runtime has one watch for each device. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LAUNCHWATCH_H
#define OMPJIT_JIT_LAUNCHWATCH_H

#include <memory>

namespace ompjit::jit {

/// Launches on a device, each from before its kernel is selected until the
/// kernel has run. The begin of a launch is a sequentially consistent
/// operation: either earlier() sees the launch, or the launch sees what was
/// stored before the call of earlier().
class LaunchWatch {
public:
  virtual ~LaunchWatch() = default;

  /// The launches that were under way at one moment.
  class Earlier {
  public:
    virtual ~Earlier() = default;
    virtual bool areOver() = 0;
  };

  /// Returns the launches that are under way now. This and areOver() are called
  /// within a launch of the calling thread, which is not counted.
  virtual std::unique_ptr<Earlier> earlier() const = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LAUNCHWATCH_H
