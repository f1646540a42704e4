//===- Copies.h - Copies of ordinary memory -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For devices whose memory is ordinary memory: see HostMemory.h.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_COPIES_H
#define OMPJIT_PLUGINS_COMMON_COPIES_H

#include "ompjit/Plugin.h"

#include <cstdint>

namespace ompjit::plugins {

// The functions of the table.
int copyToDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error);
int copyFromDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                   const void *From, uint64_t Size, ompjit_error *Error);
int copyOnDevice(ompjit_device *Device, ompjit_queue *Queue, void *To,
                 const void *From, uint64_t Size, ompjit_error *Error);
int fillMemory(ompjit_device *Device, ompjit_queue *Queue, void *Address,
               int Byte, uint64_t Size, ompjit_error *Error);

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_COPIES_H
