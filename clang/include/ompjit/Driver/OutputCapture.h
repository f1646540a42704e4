//===- OutputCapture.h - Hold back standard output --------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's Driver prints while it plans: warnings, the banner of -v, the answer
// to -print-search-dirs. Whether the plan is ours is known only afterwards, and
// if it is not, the packaged clang prints everything again. So the output of
// planning is held back, and then shown or dropped. Used by the planner.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_OUTPUTCAPTURE_H
#define OMPJIT_DRIVER_OUTPUTCAPTURE_H

#include "llvm/Support/Error.h"

namespace ompjit::driver {

/// Redirects one file descriptor of this process and its children to memory
/// while it exists. Not thread safe: descriptors belong to the process.
class OutputCapture {
public:
  static llvm::Expected<OutputCapture> start(int Descriptor);

  OutputCapture(OutputCapture &&Other);
  OutputCapture &operator=(OutputCapture &&) = delete;
  /// Ends the capture and drops what was captured.
  ~OutputCapture();

  /// Drops what was captured so far.
  void forget();

  /// Ends the capture and writes what was captured to the descriptor.
  void show();

private:
  OutputCapture(int Descriptor, int Original, int Captured)
      : Descriptor(Descriptor), Original(Original), Captured(Captured) {}

  /// Restores the descriptor; only the first call has an effect.
  void restore();

  int Descriptor;
  int Original;
  int Captured;
};

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_OUTPUTCAPTURE_H
