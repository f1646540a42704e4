//===- Copies.cpp - Copies of ordinary memory -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/Copies.h"

#include "ompjit/Plugins/Queue.h"

#include <cstring>

namespace ompjit::plugins {

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

} // namespace ompjit::plugins
