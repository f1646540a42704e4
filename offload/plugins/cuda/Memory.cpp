//===- Memory.cpp - Allocation and copies ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Operation.h"
#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <optional>

namespace ompjit::cuda {

using plugins::fail;

namespace {

DevicePointer placeOf(const void *Address) {
  return reinterpret_cast<DevicePointer>(Address);
}

unsigned long long number(uint64_t Value) { return Value; }

/// The driver aligns to 256 bytes and refuses allocations of 0 bytes.
constexpr uint64_t SmallestBytes = 256;

} // namespace

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

int allocateMemory(ompjit_device *Device, uint64_t Size,
                   ompjit_memory_kind Kind, void **Address,
                   ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  const Driver &D = Device->D;
  const size_t Bytes = std::max(Size, SmallestBytes);
  DevicePointer Place = 0;
  switch (Kind) {
  case OMPJIT_MEMORY_DEVICE:
    if (int Failed = In.check(D.MemAlloc(&Place, Bytes),
                              "cannot allocate %llu bytes on GPU %d",
                              number(Size), Device->Ordinal))
      return Failed;
    break;
  case OMPJIT_MEMORY_HOST:
    return In.check(
        D.MemHostAlloc(Address, Bytes, HostPortable | HostDeviceMap),
        "cannot allocate %llu bytes of pinned memory", number(Size));
  case OMPJIT_MEMORY_SHARED:
    if (int Failed = In.check(D.MemAllocManaged(&Place, Bytes, AttachGlobal),
                              "cannot allocate %llu bytes of managed memory",
                              number(Size)))
      return Failed;
    break;
  default:
    return fail(Error, "GPU %d has no memory of the kind %d", Device->Ordinal,
                int(Kind));
  }
  *Address = reinterpret_cast<void *>(Place);
  return 0;
}

int freeMemory(ompjit_device *Device, void *Address, ompjit_memory_kind Kind,
               ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  return In.check(Kind == OMPJIT_MEMORY_HOST
                      ? Device->D.MemFreeHost(Address)
                      : Device->D.MemFree(placeOf(Address)),
                  "cannot free the memory at %p", Address);
}

int pinMemory(ompjit_device *Device, void *Host, uint64_t Size, void **Address,
              ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  const Driver &D = Device->D;
  if (int Failed =
          In.check(D.MemHostRegister(Host, Size, HostPortable | HostDeviceMap),
                   "cannot pin %llu bytes at %p", number(Size), Host))
    return Failed;
  DevicePointer Place = 0;
  if (int Failed = In.check(D.MemHostGetDevicePointer(&Place, Host, 0),
                            "GPU %d does not reach the pinned memory at %p",
                            Device->Ordinal, Host)) {
    D.MemHostUnregister(Host);
    return Failed;
  }
  *Address = reinterpret_cast<void *>(Place);
  return 0;
}

int unpinMemory(ompjit_device *Device, void *Host, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  return In.check(Device->D.MemHostUnregister(Host),
                  "cannot unpin the memory at %p", Host);
}

//===----------------------------------------------------------------------===//
// Memory at an address
//===----------------------------------------------------------------------===//

namespace {

/// Undoes the steps that were done, unless all of them were.
class Reservation {
public:
  Reservation(Call &In, uint64_t Size) : In(In), Size(Size) {}
  ~Reservation() {
    const Driver &D = In.device().D;
    if (IsKept)
      return;
    if (IsMapped)
      D.MemUnmap(Address, Size);
    if (Address)
      D.MemAddressFree(Address, Size);
  }

  int make(void *Wanted) {
    if (int Failed = takeAddress(Wanted))
      return Failed;
    if (int Failed = map())
      return Failed;
    IsKept = true;
    return 0;
  }
  void *address() const { return reinterpret_cast<void *>(Address); }

private:
  int takeAddress(void *Wanted) {
    const Driver &D = In.device().D;
    if (int Failed =
            In.check(D.MemAddressReserve(&Address, Size, 0, placeOf(Wanted), 0),
                     "cannot reserve %llu bytes at %p on GPU %d", number(Size),
                     Wanted, In.device().Ordinal))
      return Failed;
    // The driver treats the wanted address as a hint.
    if (Wanted && address() != Wanted)
      return fail(In.error(),
                  "cannot reserve %llu bytes at %p on GPU %d: the place is "
                  "taken",
                  number(Size), Wanted, In.device().Ordinal);
    return 0;
  }

  int map() {
    const Driver &D = In.device().D;
    AllocationProperties Kind;
    Kind.Location.Id = In.device().Handle;
    size_t Step = 0;
    if (int Failed = In.check(
            D.MemGetAllocationGranularity(&Step, &Kind, Granularity::Minimum),
            "cannot ask GPU %d for the size of its pages", In.device().Ordinal))
      return Failed;
    if (!Step || Size % Step)
      return fail(In.error(),
                  "%llu bytes cannot be reserved on GPU %d, only multiples of "
                  "%zu",
                  number(Size), In.device().Ordinal, Step);
    MemoryHandle Memory = 0;
    if (int Failed = In.check(D.MemCreate(&Memory, Size, &Kind, 0),
                              "cannot reserve %llu bytes on GPU %d",
                              number(Size), In.device().Ordinal))
      return Failed;
    const Result Mapped = D.MemMap(Address, Size, 0, Memory, 0);
    IsMapped = Mapped == Result::Success;
    // The memory stays as long as it is mapped.
    D.MemRelease(Memory);
    if (int Failed = In.check(Mapped, "cannot map %llu bytes on GPU %d",
                              number(Size), In.device().Ordinal))
      return Failed;
    AccessDescription Access;
    Access.Location = Kind.Location;
    return In.check(D.MemSetAccess(Address, Size, &Access, 1),
                    "cannot make %llu bytes on GPU %d writable", number(Size),
                    In.device().Ordinal);
  }

  Call &In;
  const uint64_t Size;
  DevicePointer Address = 0;
  bool IsMapped = false, IsKept = false;
};

} // namespace

int reserveMemory(ompjit_device *Device, uint64_t Size, void *Wanted,
                  void **Address, ompjit_error *Error) {
  if (!(Device->Capabilities & OMPJIT_CAN_RESERVE))
    return fail(Error, "GPU %d has no memory at wanted addresses",
                Device->Ordinal);
  Call In(*Device, Error);
  if (!In)
    return 1;
  Reservation New(In, Size);
  if (int Failed = New.make(Wanted))
    return Failed;
  *Address = New.address();
  return 0;
}

int releaseMemory(ompjit_device *Device, void *Address, uint64_t Size,
                  ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  if (int Failed = In.check(Device->D.MemUnmap(placeOf(Address), Size),
                            "cannot release the memory at %p", Address))
    return Failed;
  return In.check(Device->D.MemAddressFree(placeOf(Address), Size),
                  "cannot release the addresses from %p", Address);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

int copyToDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    if (UsedQueue.Staged.touches(From, Size))
      if (int Failed = finish(In, UsedQueue))
        return Failed;
    return In.checkIn(
        UsedQueue,
        Device->D.MemcpyHtoDAsync(placeOf(To), From, Size, UsedQueue.Stream),
        "cannot copy %llu bytes to %p on GPU %d", number(Size), To,
        Device->Ordinal);
  });
}

/// Whether the driver knows the memory, which can then be copied to directly.
static bool isKnown(const Driver &D, void *Host) {
  unsigned Type = 0;
  return D.PointerGetAttribute(&Type, PointerAttribute::MemoryType,
                               placeOf(Host)) == Result::Success;
}

/// Returns nothing if the copy is better made directly.
static std::optional<Result> stage(const Driver &D, ompjit_queue &Queue,
                                   void *To, DevicePointer From,
                                   uint64_t Size) {
  if (Size > plugins::Staging::MaxBytes || isKnown(D, To))
    return std::nullopt;
  return Queue.Staged.copy(
      To, Size,
      [&](uint64_t Bytes) {
        void *New = nullptr;
        return D.MemHostAlloc(&New, Bytes, HostPortable) == Result::Success
                   ? New
                   : nullptr;
      },
      [&](void *Room) {
        return D.MemcpyDtoHAsync(Room, From, Size, Queue.Stream);
      });
}

int copyFromDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                   const void *From, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  const Driver &D = Device->D;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    std::optional<Result> Code;
    if (Queue && !Queue->IsShown.load(std::memory_order_relaxed))
      Code = stage(D, UsedQueue, To, placeOf(From), Size);
    // A copy that was put in before must not be finished after this one.
    if (!Code && UsedQueue.Staged.touches(To, Size))
      if (int Failed = finish(In, UsedQueue))
        return Failed;
    if (!Code)
      Code = D.MemcpyDtoHAsync(To, placeOf(From), Size, UsedQueue.Stream);
    return In.checkIn(UsedQueue, *Code,
                      "cannot copy %llu bytes from %p on GPU %d", number(Size),
                      From, Device->Ordinal);
  });
}

int copyOnDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    return In.checkIn(UsedQueue,
                      Device->D.MemcpyDtoDAsync(placeOf(To), placeOf(From),
                                                Size, UsedQueue.Stream),
                      "cannot copy %llu bytes from %p to %p on GPU %d",
                      number(Size), From, To, Device->Ordinal);
  });
}

/// Tries once to enable peer access. Without it the driver copies through the
/// host.
static void openWay(Call &In, const ompjit_device &Peer) {
  ompjit_device &Device = In.device();
  if (Peer.Ordinal >= 64)
    return;
  const uint64_t Bit = uint64_t(1) << Peer.Ordinal;
  if (Device.TriedPeers.load(std::memory_order_relaxed) & Bit)
    return;
  int Can = 0;
  if (Device.D.DeviceCanAccessPeer(&Can, Device.Handle, Peer.Handle) ==
          Result::Success &&
      Can)
    Device.D.CtxEnablePeerAccess(Peer.Context, 0);
  Device.TriedPeers.fetch_or(Bit, std::memory_order_relaxed);
}

int copyBetween(ompjit_device *ToDevice, ompjit_queue *Queue, void *To,
                ompjit_device *FromDevice, const void *From, uint64_t Size,
                ompjit_error *Error) {
  if (!Size)
    return 0;
  if (FromDevice->Health.isBroken())
    return refuse(*FromDevice, Error);
  return operate(
      ToDevice, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
        openWay(In, *FromDevice);
        return In.checkIn(UsedQueue,
                          ToDevice->D.MemcpyPeerAsync(
                              placeOf(To), ToDevice->Context, placeOf(From),
                              FromDevice->Context, Size, UsedQueue.Stream),
                          "cannot copy %llu bytes from GPU %d to GPU %d",
                          number(Size), FromDevice->Ordinal, ToDevice->Ordinal);
      });
}

int fillMemory(ompjit_device *Device, ompjit_queue *Queue, void *Address,
               int Byte, uint64_t Size, ompjit_error *Error) {
  if (!Size)
    return 0;
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    return In.checkIn(UsedQueue,
                      Device->D.MemsetD8Async(placeOf(Address),
                                              static_cast<unsigned char>(Byte),
                                              Size, UsedQueue.Stream),
                      "cannot fill %llu bytes at %p on GPU %d", number(Size),
                      Address, Device->Ordinal);
  });
}

} // namespace ompjit::cuda
