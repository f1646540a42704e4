//===- HipStream.cpp - A stream of HIP's beside a queue -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HipStream.h"

#include "Operation.h"
#include "Properties.h"
#include "ompjit/Plugins/Error.h"

#include <cstdint>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

/// Makes a device the thread's current one until the end of the scope.
class CurrentDevice {
public:
  CurrentDevice(const Hip &H, int Ordinal) : H(H) {
    Code = H.GetDevice(&Before);
    if (Code != HipError::Success || Before == Ordinal)
      return;
    Code = H.SetDevice(Ordinal);
    IsChanged = Code == HipError::Success;
  }
  ~CurrentDevice() {
    if (IsChanged)
      H.SetDevice(Before);
  }
  CurrentDevice(const CurrentDevice &) = delete;
  CurrentDevice &operator=(const CurrentDevice &) = delete;

  HipError code() const { return Code; }

private:
  const Hip &H;
  HipError Code;
  int Before = 0;
  bool IsChanged = false;
};

/// The queue's stream; null where it fails.
HipStream *streamOf(Call &In, const Hip &H, int Ordinal, ompjit_queue &Queue) {
  if (HipStream *Known = Queue.Stream.load(std::memory_order_acquire))
    return Known;
  // Without a lock: HIP may open libraries.
  std::unique_ptr<HipStream> New = HipStream::create(H, Ordinal, In.error());
  if (!New)
    return nullptr;
  HipStream *Before = nullptr;
  if (!Queue.Stream.compare_exchange_strong(Before, New.get())) {
    New->close();
    return Before;
  }
  std::lock_guard Lock(Queue.Mutex);
  Queue.noteAside();
  return New.release();
}

} // namespace

std::unique_ptr<HipStream> HipStream::create(const Hip &H, int Ordinal,
                                             ompjit_error *Error) {
  std::unique_ptr<HipStream> New(new HipStream(H, Ordinal));
  const CurrentDevice Current(H, Ordinal);
  HipError Code = Current.code();
  if (Code == HipError::Success)
    Code = H.StreamCreateWithFlags(&New->Handle, HipStreamNonBlocking);
  if (Code == HipError::Success)
    return New;
  fail(Error, "HIP cannot make a stream on its device %d: %s", Ordinal,
       textOf(H, Code).c_str());
  return nullptr;
}

int HipStream::synchronize(ompjit_error *Error) {
  const HipError Code = H.StreamSynchronize(Handle);
  if (Code == HipError::Success)
    return 0;
  return fail(Error, "the work in a stream of HIP's device %d failed: %s",
              Ordinal, textOf(H, Code).c_str());
}

bool HipStream::isOver() { return H.StreamQuery(Handle) != HipError::NotReady; }

void HipStream::close() { H.StreamDestroy(Handle); }

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
    // What comes in it finds done what the queue has got so far.
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
