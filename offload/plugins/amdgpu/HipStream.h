//===- HipStream.h - A HIP stream that goes with a queue ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a program prefers HIP, the queue of its interop object has a stream. HIP
// and the plugin do not know each other's signals, so the host waits when work
// changes from one to the other: for the queue before it hands the stream out,
// and for the stream before it puts more into the queue. Programs put work into
// one of them only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_HIPSTREAM_H
#define OMPJIT_PLUGINS_AMDGPU_HIPSTREAM_H

#include "Hip.h"

#include "ompjit/Plugin.h"

#include <memory>

namespace ompjit::amdgpu {

/// Thread safe.
class HipStream {
public:
  /// Returns null if HIP cannot make one. Does not change the thread's current
  /// device.
  static std::unique_ptr<HipStream> create(const Hip &H, int Ordinal,
                                           ompjit_error *Error);
  /// close() must have been called, unless HIP cannot be used.
  ~HipStream() = default;
  HipStream(const HipStream &) = delete;
  HipStream &operator=(const HipStream &) = delete;

  HipStreamHandle *handle() const { return Handle; }

  /// Waits for what the program has put in; fails if that failed.
  int synchronize(ompjit_error *Error);
  /// Also true if the work failed.
  bool isOver();

  void close();

private:
  HipStream(const Hip &H, int Ordinal) : H(H), Ordinal(Ordinal) {}

  const Hip &H;
  const int Ordinal;
  HipStreamHandle *Handle = nullptr;
};

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_HIPSTREAM_H
