//===- Copies.cpp - The driver's functions that copy and fill -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place is checked when the call is made, and again when the copy is made: it
// must still be the same memory then.
//
// As documented, a copy between a device and memory of the host that is not
// pinned does not overlap: the call waits for the stream, and for the copy.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Streams.h"

#include <cstring>

namespace ompjit::standin {

namespace {

struct Side {
  uintptr_t Begin;
  uint64_t Number = 0; ///< Number of the range; 0: ordinary memory.
};

uintptr_t numberOf(const void *Address) {
  return reinterpret_cast<uintptr_t>(Address);
}

/// Checks that kernels of \p Of can use the memory.
bool checkDevice(Call &C, Context &Of, size_t Bytes, Side &S) {
  const Range *What = C.machine().find(S.Begin, Bytes);
  if (!What) {
    C.refuse(InvalidValue, "%zu bytes at 0x%zx, which is %s", Bytes, S.Begin,
             C.machine().describe(S.Begin).c_str());
    return false;
  }
  S.Number = What->Number;
  const bool IsShared = What->Kind == Place::Host ||
                        What->Kind == Place::Registered ||
                        What->Kind == Place::Managed;
  if (IsShared || What->Of == &Of || Of.Peers.count(What->Of))
    return true;
  C.refuse(InvalidValue, "0x%zx is memory of another device", S.Begin);
  return false;
}

/// Checks host memory, which may be pinned.
bool checkHost(Call &C, size_t Bytes, Side &S) {
  if (!S.Begin) {
    C.refuse(InvalidValue, "the host's address is null");
    return false;
  }
  const Range *Whole = C.machine().find(S.Begin, Bytes);
  if (!Whole && C.machine().findOverlap(S.Begin, Bytes)) {
    C.refuse(InvalidValue,
             "a part of the host's memory is the driver's: it is %s",
             C.machine().describe(S.Begin).c_str());
    return false;
  }
  if (Whole &&
      (Whole->Kind == Place::Device || Whole->Kind == Place::Reserved ||
       Whole->Kind == Place::Variable)) {
    C.refuse(InvalidValue, "the host's memory is the device's");
    return false;
  }
  if (Whole)
    S.Number = Whole->Number;
  return true;
}

bool isStillThere(const Side &S, size_t Bytes) {
  if (!S.Number)
    return true;
  Machine &M = Machine::get();
  std::lock_guard Lock(M.Mutex);
  const Range *What = M.find(S.Begin, Bytes);
  return What && What->Number == S.Number;
}

/// With \p Waits, the call returns when the copy is done.
Result copy(Call &C, Stream &In, Side To, Side From, size_t Bytes, bool Waits) {
  Result R = put(In, [=] {
    if (!isStillThere(To, Bytes) || !isStillThere(From, Bytes))
      return violation("a copy of %zu bytes from 0x%zx to 0x%zx runs when the "
                       "memory is gone",
                       Bytes, From.Begin, To.Begin);
    std::memmove(reinterpret_cast<void *>(To.Begin),
                 reinterpret_cast<const void *>(From.Begin), Bytes);
  });
  return R == Success && Waits ? synchronize(C, In) : R;
}

Result toDevice(Call &C, Handle StreamHandle, DevicePointer To,
                const void *From, size_t Bytes, bool Waits) {
  auto In = findStream(C, StreamHandle);
  Side There = {To}, Here = {numberOf(From)};
  if (!In)
    return InvalidHandle;
  if (!Bytes)
    return Success;
  if (!checkDevice(C, C.context(), Bytes, There) || !checkHost(C, Bytes, Here))
    return InvalidValue;
  C.note(Here.Number ? "pinned" : "pageable");
  return copy(C, *In, There, Here, Bytes, Waits || !Here.Number);
}

Result fromDevice(Call &C, Handle StreamHandle, void *To, DevicePointer From,
                  size_t Bytes, bool Waits) {
  auto In = findStream(C, StreamHandle);
  Side There = {From}, Here = {numberOf(To)};
  if (!In)
    return InvalidHandle;
  if (!Bytes)
    return Success;
  if (!checkDevice(C, C.context(), Bytes, There) || !checkHost(C, Bytes, Here))
    return InvalidValue;
  C.note(Here.Number ? "pinned" : "pageable");
  return copy(C, *In, Here, There, Bytes, Waits || !Here.Number);
}

/// Copies within the device; the host does not wait for it.
Result onDevice(Call &C, Handle StreamHandle, DevicePointer To,
                DevicePointer From, size_t Bytes) {
  auto In = findStream(C, StreamHandle);
  Side There = {To}, Here = {From};
  if (!In)
    return InvalidHandle;
  if (!Bytes)
    return Success;
  if (!checkDevice(C, C.context(), Bytes, There) ||
      !checkDevice(C, C.context(), Bytes, Here))
    return InvalidValue;
  return copy(C, *In, There, Here, Bytes, false);
}

Result betweenDevices(Call &C, Handle StreamHandle, DevicePointer To,
                      Handle ToContext, DevicePointer From, Handle FromContext,
                      size_t Bytes) {
  auto In = findStream(C, StreamHandle);
  Context *Receiver = C.machine().find(ToContext);
  Context *Sender = C.machine().find(FromContext);
  if (!In)
    return InvalidHandle;
  if (!Receiver || Receiver->IsDestroyed || !Sender || Sender->IsDestroyed)
    return C.refuse(InvalidContext, "one of the contexts does not exist");
  if (!Bytes)
    return Success;
  Side There = {To}, Here = {From};
  if (!checkDevice(C, *Receiver, Bytes, There) ||
      !checkDevice(C, *Sender, Bytes, Here))
    return InvalidValue;
  return copy(C, *In, There, Here, Bytes, false);
}

Result fill(Call &C, Handle StreamHandle, DevicePointer To, unsigned char Byte,
            size_t Bytes) {
  auto In = findStream(C, StreamHandle);
  Side There = {To};
  if (!In)
    return InvalidHandle;
  if (!Bytes)
    return Success;
  if (!checkDevice(C, C.context(), Bytes, There))
    return InvalidValue;
  return put(*In, [=] {
    if (!isStillThere(There, Bytes))
      return violation("%zu bytes at 0x%zx are filled when the memory is gone",
                       Bytes, There.Begin);
    std::memset(reinterpret_cast<void *>(There.Begin), Byte, Bytes);
  });
}

} // namespace

extern "C" {

Result cuMemcpyHtoD_v2(DevicePointer To, const void *From, size_t Bytes) {
  Call C("cuMemcpyHtoD_v2", Call::Current);
  C.address("to", To).add("from", From).add("bytes", Bytes);
  return C.run([&] { return toDevice(C, nullptr, To, From, Bytes, true); });
}

Result cuMemcpyDtoH_v2(void *To, DevicePointer From, size_t Bytes) {
  Call C("cuMemcpyDtoH_v2", Call::Current);
  C.add("to", To).address("from", From).add("bytes", Bytes);
  return C.run([&] { return fromDevice(C, nullptr, To, From, Bytes, true); });
}

Result cuMemcpyDtoD_v2(DevicePointer To, DevicePointer From, size_t Bytes) {
  Call C("cuMemcpyDtoD_v2", Call::Current);
  C.address("to", To).address("from", From).add("bytes", Bytes);
  return C.run([&] { return onDevice(C, nullptr, To, From, Bytes); });
}

Result cuMemcpyHtoDAsync_v2(DevicePointer To, const void *From, size_t Bytes,
                            Handle In) {
  Call C("cuMemcpyHtoDAsync_v2", Call::Current);
  C.address("to", To).add("from", From).add("bytes", Bytes).add("stream", In);
  return C.run([&] { return toDevice(C, In, To, From, Bytes, false); });
}

Result cuMemcpyDtoHAsync_v2(void *To, DevicePointer From, size_t Bytes,
                            Handle In) {
  Call C("cuMemcpyDtoHAsync_v2", Call::Current);
  C.add("to", To).address("from", From).add("bytes", Bytes).add("stream", In);
  return C.run([&] { return fromDevice(C, In, To, From, Bytes, false); });
}

Result cuMemcpyDtoDAsync_v2(DevicePointer To, DevicePointer From, size_t Bytes,
                            Handle In) {
  Call C("cuMemcpyDtoDAsync_v2", Call::Current);
  C.address("to", To).address("from", From).add("bytes", Bytes);
  return C.add("stream", In).run([&] {
    return onDevice(C, In, To, From, Bytes);
  });
}

Result cuMemcpyPeer(DevicePointer To, Handle ToContext, DevicePointer From,
                    Handle FromContext, size_t Bytes) {
  Call C("cuMemcpyPeer", Call::Current);
  C.address("to", To).add("context", ToContext).address("from", From);
  C.add("context", FromContext).add("bytes", Bytes);
  return C.run([&] {
    return betweenDevices(C, nullptr, To, ToContext, From, FromContext, Bytes);
  });
}

Result cuMemcpyPeerAsync(DevicePointer To, Handle ToContext, DevicePointer From,
                         Handle FromContext, size_t Bytes, Handle In) {
  Call C("cuMemcpyPeerAsync", Call::Current);
  C.address("to", To).add("context", ToContext).address("from", From);
  C.add("context", FromContext).add("bytes", Bytes).add("stream", In);
  return C.run([&] {
    return betweenDevices(C, In, To, ToContext, From, FromContext, Bytes);
  });
}

Result cuMemsetD8_v2(DevicePointer To, unsigned char Byte, size_t Bytes) {
  Call C("cuMemsetD8_v2", Call::Current);
  C.address("to", To).add("byte", int(Byte)).add("bytes", Bytes);
  return C.run([&] { return fill(C, nullptr, To, Byte, Bytes); });
}

Result cuMemsetD8Async(DevicePointer To, unsigned char Byte, size_t Bytes,
                       Handle In) {
  Call C("cuMemsetD8Async", Call::Current);
  C.address("to", To).add("byte", int(Byte)).add("bytes", Bytes);
  return C.add("stream", In).run([&] { return fill(C, In, To, Byte, Bytes); });
}

} // extern "C"

} // namespace ompjit::standin
