//===- Memory.cpp - Allocation and copies ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Device.h"
#include "ompjit/Plugins/HostMemory.h"

namespace ompjit::null {

int allocateMemory(ompjit_device *, uint64_t Size, ompjit_memory_kind,
                   void **Address, ompjit_error *Error) {
  return plugins::allocateHostMemory(Size, Address, Error);
}

int freeMemory(ompjit_device *, void *Address, ompjit_memory_kind,
               ompjit_error *) {
  plugins::freeHostMemory(Address);
  return 0;
}

int pinMemory(ompjit_device *Device, void *Host, uint64_t Size, void **Address,
              ompjit_error *Error) {
  return Device->Pinned.pin(Host, Size, Address, Error);
}

int unpinMemory(ompjit_device *Device, void *Host, ompjit_error *Error) {
  return Device->Pinned.unpin(Host, Error);
}

int reserveMemory(ompjit_device *, uint64_t Size, void *Wanted, void **Address,
                  ompjit_error *Error) {
  return plugins::reserveHostMemory(Size, Wanted, Address, Error);
}

int releaseMemory(ompjit_device *, void *Address, uint64_t Size,
                  ompjit_error *Error) {
  return plugins::releaseHostMemory(Address, Size, Error);
}

} // namespace ompjit::null
