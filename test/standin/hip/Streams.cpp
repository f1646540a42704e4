//===- Streams.cpp - HIP's functions for streams --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Report.h"

#include <chrono>
#include <functional>
#include <thread>

namespace ompjit::standin {

namespace {

/// The main function of a stream's thread.
void work(Stream &Self) {
  Machine &M = Machine::get();
  isThreadOfStream() = true;
  std::unique_lock Lock(M.Mutex);
  while (true) {
    Self.Changed.wait(
        Lock, [&] { return !Self.Waiting.empty() || Self.IsDestroyed; });
    if (Self.Waiting.empty())
      return;
    const Work Next = Self.Waiting.front();
    Self.Waiting.pop_front();
    Lock.unlock();
    std::this_thread::sleep_for(
        std::chrono::microseconds(M.Settings.DelayMicroseconds));
    Next.Call(Next.Data);
    Lock.lock();
    ++Self.NumOver;
    Self.Changed.notify_all();
  }
}

} // namespace

extern "C" {

/// Makes a stream on the thread's current device.
Status hipStreamCreateWithFlags(Stream **Out, unsigned Flags) {
  Call C("hipStreamCreateWithFlags");
  C.add("flags", int(Flags)).add("current", currentDevice());
  return C.run([&]() -> Status {
    if (!Out)
      return C.refuse(InvalidValue, "a pointer is null");
    if (Flags != StreamDefault && Flags != StreamNonBlocking)
      return C.refuse(InvalidValue, "there are no such flags");
    if (!C.machine().NumDevices)
      return NoDevice;
    auto New = std::make_unique<Stream>(currentDevice());
    *Out = New.get();
    std::thread(work, std::ref(*New)).detach();
    C.machine().Streams[*Out] = std::move(New);
    C.note(text("%p", static_cast<void *>(*Out)));
    return Success;
  });
}

/// HIP itself would finish the work; here the program must have waited for it.
Status hipStreamDestroy(Stream *Self) {
  Call C("hipStreamDestroy");
  return C.add("stream", Self).run([&]() -> Status {
    Stream *Old = C.find(Self);
    if (!Old)
      return InvalidHandle;
    if (!Old->isOver())
      C.refuse(Success, "there is work in the stream");
    Old->IsDestroyed = true;
    Old->Changed.notify_all();
    return Success;
  });
}

Status hipStreamSynchronize(Stream *Self) {
  Call C("hipStreamSynchronize");
  return C.add("stream", Self).run([&]() -> Status {
    Stream *Which = C.find(Self);
    if (!Which)
      return InvalidHandle;
    Which->Changed.wait(C.lock(), [Which, Last = Which->NumPut] {
      return Which->NumOver >= Last;
    });
    return Success;
  });
}

Status hipStreamQuery(Stream *Self) {
  Call C("hipStreamQuery");
  return C.add("stream", Self).run([&]() -> Status {
    const Stream *Which = C.find(Self);
    if (!Which)
      return InvalidHandle;
    return Which->isOver() ? Success : NotReady;
  });
}

Status hipStreamGetDevice(Stream *Self, int *Ordinal) {
  Call C("hipStreamGetDevice");
  return C.add("stream", Self).run([&]() -> Status {
    const Stream *Which = C.find(Self);
    if (!Which)
      return InvalidHandle;
    if (!Ordinal)
      return C.refuse(InvalidValue, "a pointer is null");
    *Ordinal = Which->Device;
    return Success;
  });
}

/// Represents all kinds of work, so it is as strict as launches of kernels.
Status hipLaunchHostFunc(Stream *Self, HostFunction Function, void *Data) {
  Call C("hipLaunchHostFunc");
  return C.add("stream", Self).run([&]() -> Status {
    Stream *Which = C.find(Self);
    if (!Which)
      return InvalidHandle;
    if (!Function)
      return C.refuse(InvalidValue, "there is no function");
    if (Which->Device != currentDevice())
      return C.refuse(InvalidHandle,
                      "the stream is of device %d, and %d is current",
                      Which->Device, currentDevice());
    Which->Waiting.push_back({Function, Data});
    ++Which->NumPut;
    Which->Changed.notify_all();
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
