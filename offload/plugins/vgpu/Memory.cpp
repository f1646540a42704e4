//===- Memory.cpp - Allocation and the like -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Device.h"
#include "ompjit/Plugins/Queue.h"

#include <cstring>

namespace ompjit::vgpu {

int allocateMemory(ompjit_device *Device, uint64_t Size,
                   ompjit_memory_kind Kind, void **Address,
                   ompjit_error *Error) {
  return Device->Memory.allocate(Size, Address, Error,
                                 Kind == OMPJIT_MEMORY_DEVICE);
}

int freeMemory(ompjit_device *Device, void *Address, ompjit_memory_kind,
               ompjit_error *Error) {
  return Device->Memory.free(Address, Error);
}

int pinMemory(ompjit_device *Device, void *Host, uint64_t Size, void **Address,
              ompjit_error *Error) {
  if (int Failed = Device->Pinned.pin(Host, Size, Address, Error))
    return Failed;
  Device->Memory.add(Host, Size);
  return 0;
}

int unpinMemory(ompjit_device *Device, void *Host, ompjit_error *Error) {
  if (int Failed = Device->Pinned.unpin(Host, Error))
    return Failed;
  Device->Memory.remove(Host);
  return 0;
}

int reserveMemory(ompjit_device *Device, uint64_t Size, void *Wanted,
                  void **Address, ompjit_error *Error) {
  if (int Failed = plugins::reserveHostMemory(Size, Wanted, Address, Error))
    return Failed;
  Device->Memory.add(*Address, Size);
  return 0;
}

int releaseMemory(ompjit_device *Device, void *Address, uint64_t Size,
                  ompjit_error *Error) {
  Device->Memory.remove(Address);
  return plugins::releaseHostMemory(Address, Size, Error);
}

void nameMemory(ompjit_device *Device, void *Address, const char *Name) {
  if (Device->Settings.Checks)
    Device->Memory.setName(Address, Name);
}

int copyToDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  return plugins::run(Queue, Error, [=](ompjit_error *) {
    std::memcpy(To, From, Size);
    Device->Memory.note(To, Size);
    return 0;
  });
}

int copyOnDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  return plugins::run(Queue, Error, [=](ompjit_error *) {
    std::memmove(To, From, Size); // The two places may overlap.
    Device->Memory.noteCopy(To, From, Size);
    return 0;
  });
}

int fillMemory(ompjit_device *Device, ompjit_queue *Queue, void *Address,
               int Byte, uint64_t Size, ompjit_error *Error) {
  return plugins::run(Queue, Error, [=](ompjit_error *) {
    std::memset(Address, Byte, Size);
    Device->Memory.note(Address, Size);
    return 0;
  });
}

} // namespace ompjit::vgpu
