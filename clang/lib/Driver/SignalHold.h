//===- SignalHold.h - Put off the signals that end the driver ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's Driver creates its temporary files while it plans and reveals their
// names only afterwards. A Ctrl-C in between would leave them behind, so it is
// delayed until then. Used by OffloadDriver.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_SIGNALHOLD_H
#define OMPJIT_CLANG_LIB_DRIVER_SIGNALHOLD_H

#include <csignal>

namespace ompjit::driver {

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread while it exists.
class SignalHold {
public:
  SignalHold();
  SignalHold(const SignalHold &) = delete;
  SignalHold &operator=(const SignalHold &) = delete;
  ~SignalHold() { release(); }

  /// Delivers signals that came meanwhile. Only the first call has an effect.
  void release();

private:
  sigset_t Before;
  bool Holds = true;
};

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_SIGNALHOLD_H
