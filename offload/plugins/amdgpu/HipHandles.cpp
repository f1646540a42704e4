//===- HipHandles.cpp - HIP's handles of a device and a queue -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HipHandles.h"

#include "Hip.h"
#include "HipStream.h"
#include "Operation.h"
#include "Properties.h"

#include <cstdint>
#include <memory>

namespace ompjit::amdgpu {

namespace {

/// Returns the queue's stream; null on failure.
HipStream *streamOf(Call &In, const Hip &H, int Ordinal, ompjit_queue &Queue) {
  if (HipStream *Known = Queue.Stream.load(std::memory_order_acquire))
    return Known;
  // Done without a lock, because HIP may open libraries.
  std::unique_ptr<HipStream> New = HipStream::create(H, Ordinal, In.error());
  if (!New)
    return nullptr;
  HipStream *Before = nullptr;
  if (!Queue.Stream.compare_exchange_strong(Before, New.get())) {
    New->close();
    return Before;
  }
  MutexLock Lock(Queue.Guard);
  Queue.noteAside();
  return New.release();
}

} // namespace

int hipHandles(Call &In, ompjit_queue *Queue, ompjit_native *Native) {
  const Hip *H = theHip();
  if (!H)
    return OMPJIT_NOT_INSTALLED;
  int Ordinal = 0;
  if (int Failed = findHipDevice(*H, pciAddress(In.hsa(), In.device().Gpu),
                                 Ordinal, In.error()))
    return Failed;
  HipStreamHandle *Shown = nullptr;
  if (Queue) {
    const HipStream *Stream = streamOf(In, *H, Ordinal, *Queue);
    if (!Stream)
      return 1;
    // The queue's previous work must be done before the program uses the
    // stream.
    if (int Failed = finish(In, *Queue))
      return Failed;
    Shown = Stream->handle();
  }
  // The numbers are those of OpenMP's "Additional Definitions".
  Native->runtime = 5;
  Native->vendor = 1;
  Native->runtime_name = "hip";
  Native->vendor_name = "amd";
  Native->platform = nullptr;
  Native->device = reinterpret_cast<void *>(intptr_t(Ordinal));
  Native->context = nullptr;
  Native->queue = Shown;
  return 0;
}

} // namespace ompjit::amdgpu
