//===- Memory.cpp - Allocation and copies ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "Device.h"
#include "Queue.h"
#include "ompjit/Plugins/HostMemory.h"

#include <cstdlib>
#include <cstring>

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

int copyToDevice(ompjit_device *, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    std::memcpy(To, From, Size);
    return 0;
  });
}

int copyFromDevice(ompjit_device *, ompjit_queue *Queue, void *To,
                   const void *From, uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    std::memcpy(To, From, Size);
    return 0;
  });
}

int copyOnDevice(ompjit_device *, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    // The two places may overlap.
    std::memmove(To, From, Size);
    return 0;
  });
}

int fillMemory(ompjit_device *, ompjit_queue *Queue, void *Address, int Byte,
               uint64_t Size, ompjit_error *Error) {
  return run(Queue, Error, [=](ompjit_error *) {
    std::memset(Address, Byte, Size);
    return 0;
  });
}

} // namespace ompjit::null
