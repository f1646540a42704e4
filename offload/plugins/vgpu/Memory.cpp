//===- Memory.cpp - Allocation and the like -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Device.h"

namespace ompjit::vgpu {

int allocateMemory(ompjit_device *Device, uint64_t Size, ompjit_memory_kind,
                   void **Address, ompjit_error *Error) {
  return Device->Memory.allocate(Size, Address, Error);
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

} // namespace ompjit::vgpu
