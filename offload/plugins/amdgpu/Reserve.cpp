//===- Reserve.cpp - Memory at a wanted address ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Call.h"
#include "ompjit/Plugins/Error.h"

#include <vector>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

unsigned long long number(uint64_t Value) { return Value; }

/// Undoes the steps that were done, unless all of them were.
class Reservation {
public:
  Reservation(Call &In, uint64_t Size) : In(In), H(In.hsa()), Size(Size) {}
  ~Reservation() {
    if (IsKept)
      return;
    if (IsMapped)
      H.Unmap(Address, Size);
    if (Address)
      H.AddressFree(Address, Size);
  }
  Reservation(const Reservation &) = delete;
  Reservation &operator=(const Reservation &) = delete;

  int make(void *Wanted) {
    if (int Failed = takeAddress(Wanted))
      return Failed;
    if (int Failed = map())
      return Failed;
    IsKept = true;
    return 0;
  }
  void *address() const { return Address; }

private:
  int takeAddress(void *Wanted) {
    const int32_t Ordinal = In.device().Ordinal;
    if (int Failed =
            In.check(H.AddressReserve(&Address, Size,
                                      reinterpret_cast<uint64_t>(Wanted), 0),
                     "cannot reserve %llu bytes at %p on GPU %d", number(Size),
                     Wanted, Ordinal))
      return Failed;
    // The runtime treats the wanted address as a hint.
    if (Wanted && Address != Wanted)
      return fail(In.error(),
                  "cannot reserve %llu bytes at %p on GPU %d: the place is "
                  "taken",
                  number(Size), Wanted, Ordinal);
    return 0;
  }

  int map() {
    const ompjit_device &Device = In.device();
    MemoryHandle Memory = {};
    if (int Failed = In.check(H.HandleCreate(Device.Pools.Device.Handle, Size,
                                             MemoryType::Any, 0, &Memory),
                              "cannot reserve %llu bytes on GPU %d",
                              number(Size), Device.Ordinal))
      return Failed;
    const Status Mapped = H.Map(Address, Size, 0, Memory, 0);
    IsMapped = Mapped == Status::Success;
    // The memory stays as long as it is mapped.
    H.HandleRelease(Memory);
    if (int Failed = In.check(Mapped, "cannot map %llu bytes on GPU %d",
                              number(Size), Device.Ordinal))
      return Failed;
    std::vector<AccessDescription> Allowed;
    Allowed.reserve(Device.AllGpus.size());
    for (const Agent Each : Device.AllGpus)
      Allowed.push_back({Permission::ReadAndWrite, Each});
    return In.check(H.SetAccess(Address, Size, Allowed.data(), Allowed.size()),
                    "cannot make %llu bytes on GPU %d writable", number(Size),
                    Device.Ordinal);
  }

  Call &In;
  const Hsa &H;
  const uint64_t Size;
  void *Address = nullptr;
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
  if (!(Device->Capabilities & OMPJIT_CAN_RESERVE))
    return fail(Error, "the memory at %p was not reserved on GPU %d", Address,
                Device->Ordinal);
  Call In(*Device, Error);
  if (!In)
    return 1;
  if (int Failed = In.check(Device->H.Unmap(Address, Size),
                            "cannot release the memory at %p", Address))
    return Failed;
  return In.check(Device->H.AddressFree(Address, Size),
                  "cannot release the addresses from %p", Address);
}

} // namespace ompjit::amdgpu
