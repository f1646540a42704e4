//===- HipStream.h - A stream of HIP's beside a queue -----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a program prefers HIP, the queue of its interop object has a stream.
// HIP and the plugin do not know each other's signals, so that the host waits
// where work goes over from one to the other: for the queue before the stream
// is handed out, and for the stream before more comes into the queue. Programs
// put work into one of them only.
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
  /// Null where HIP makes none. The thread's current device stays as it was.
  static std::unique_ptr<HipStream> create(const Hip &H, int Ordinal,
                                           ompjit_error *Error);
  /// close() comes first, where HIP can be used.
  ~HipStream() = default;
  HipStream(const HipStream &) = delete;
  HipStream &operator=(const HipStream &) = delete;

  HipStreamHandle *handle() const { return Handle; }

  /// Waits for what the program has put in; fails where that failed.
  int synchronize(ompjit_error *Error);
  /// Also where it failed.
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
